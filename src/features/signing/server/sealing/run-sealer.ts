import { createProcessPool, ProcessOverrunError } from '#features/documents/server/inspection/process-pool.ts'
import type { Inspector } from '#features/documents/server/inspection/start-inspector.ts'
import { productFile } from '#base/server/product-file.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Outcome, SealFinding, Task, Wish } from './task.ts'

export { ProcessOverrunError }

const PROGRAM = productFile('src/features/signing/server/sealing/sealer.ts')

/** Seals, stamps, and checks the seals of stored documents. Files from outside are checked by another pool. */
const sealing = createProcessPool({
  program: PROGRAM,
  width: 1,
  maxWaiting: 50,
  whenFull: () =>
    new DomainError(
      'unavailable',
      'We’re sealing a lot of documents right now. Please try again in a moment.',
      {
        retryAfterSeconds: 10,
      },
    ),
  // The tasks wait for nothing outside of this machine.
  limits: { cpuMs: 20_000, wallMs: 20_000 },
  tasksPerProcess: 200,
})

/** Simultaneous verifications of documents from outside: one is checked, the others are received or wait. */
export const MAX_VERIFICATIONS = 6

/** Verifies documents from outside, separately from signing: the largest takes 0.3 s. */
const verification = createProcessPool({
  program: PROGRAM,
  width: 1,
  maxWaiting: MAX_VERIFICATIONS,
  whenFull: verificationIsBusy,
  limits: { cpuMs: 2_000, wallMs: 10_000 },
  tasksPerProcess: 200,
})

/** Answers a request that the process makes while it seals. */
export type Grant = (wish: Wish) => Promise<Uint8Array | null>

type TaskOf<Do extends Task['do']> = Do extends Task['do'] ? Omit<Extract<Task, { do: Do }>, 'length'> : never

/** A task without the file that it is about. */
type TaskForFile = TaskOf<Task['do']>

/** Starts the process while the user still reads the document. */
export function prepareSealing(): Promise<void> {
  return sealing.prepare()
}

/**
 * Seals a document or checks a seal in another process with limits on time and memory.
 *
 * @param grant answers the requests of the process: signatures by the private key, which never leaves the server
 * process
 * @throws DomainError unavailable (503) where many wait; Error where no process can be started, or it ends without an
 * answer
 */
export function runSealer(
  file: Buffer,
  task: TaskForFile,
  grant: Grant = () => Promise.resolve(null),
): Promise<Outcome> {
  return sealing.run((sealer, over) => converse(sealer, over, { file, task, grant }))
}

/**
 * Checks the seal of a document from outside.
 *
 * @param certificates those that the firm sealed with, DER
 * @throws DomainError unavailable (503) where many wait or the machine is busy, invalid for a document that takes too
 * long
 */
export async function verifyForeign(file: Buffer, certificates: Uint8Array[]): Promise<SealFinding> {
  const task = { do: 'verify', certificates } as const
  const grant = () => Promise.resolve(null)
  try {
    const outcome = await verification.run((verifier, over) =>
      converse(verifier, over, { file, task, grant }),
    )
    return 'finding' in outcome ? outcome.finding : { is: 'foreign' }
  } catch (error) {
    if (!(error instanceof ProcessOverrunError)) throw error
    throw error.overrun === 'cpu' || error.overrun === 'memory' ? takesTooLong() : verificationIsBusy()
  }
}

/** The error above the limit of simultaneous verifications. */
export function verificationIsBusy(): DomainError {
  return new DomainError(
    'unavailable',
    'We’re verifying a lot of documents right now. Please try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  )
}

function takesTooLong(): DomainError {
  return new DomainError(
    'invalid',
    'This document takes too long to verify. Please send it to us, and we’ll verify it for you.',
  )
}

interface Conversation {
  file: Buffer
  task: TaskForFile
  grant: Grant
}

function converse(
  { child }: Inspector,
  over: AbortSignal,
  { file, task, grant }: Conversation,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const giveUp = () => reject(new Error('The process that seals documents ended without an answer.'))
  const onMessage = (message: Outcome | Wish) => {
    if (!('wish' in message)) return resolve(message)
    grant(message).then((granted) => child.send({ granted }), reject)
  }
  over.addEventListener('abort', giveUp, { once: true })
  child.on('message', onMessage)
  child.send({ ...task, length: file.length })
  child.stdin?.write(file)
  return promise.finally(() => {
    over.removeEventListener('abort', giveUp)
    child.off('message', onMessage)
  })
}
