import { createProcessPool, ProcessOverrunError } from '#server/features/documents/inspection/process-pool.ts'
import type { Inspector } from '#server/features/documents/inspection/start-inspector.ts'
import { productFile } from '#server/platform/product-file.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import type { Outcome, SealFinding, Task, Wish } from './task.ts'

const PROGRAM = productFile('src/server/features/signing/sealing/sealer.ts')

/** Seals, stamps, and checks the seals of stored documents. Strangers' files never come here. */
const sealing = createProcessPool({
  program: PROGRAM,
  width: 1,
  maxWaiting: 50,
  whenFull: () =>
    new DomainError('unavailable', 'Many documents are being signed. Please try again in a moment.', {
      retryAfterSeconds: 10,
    }),
  // Nothing beyond this machine is waited for meanwhile.
  limits: { cpuMs: 20_000, wallMs: 20_000 },
  tasksPerProcess: 200,
})

/** How many documents of strangers are in progress at once: one is checked, the others are received or wait. */
export const MAX_VERIFICATIONS = 6

/** Checks documents of strangers, apart from signing: the largest that is allowed takes 0.3 s. */
const verification = createProcessPool({
  program: PROGRAM,
  width: 1,
  maxWaiting: MAX_VERIFICATIONS,
  whenFull: verificationIsBusy,
  limits: { cpuMs: 2_000, wallMs: 10_000 },
  tasksPerProcess: 200,
})

/** What the process may ask for while it seals. */
export type Grant = (wish: Wish) => Promise<Uint8Array | null>

type TaskOf<Do extends Task['do']> = Do extends Task['do'] ? Omit<Extract<Task, { do: Do }>, 'length'> : never

/** A task without the file that it is about. */
type TaskForFile = TaskOf<Task['do']>

/** Starts the process while somebody still reads what they are going to sign. */
export function prepareSealing(): Promise<void> {
  return sealing.prepare()
}

/**
 * Has a document sealed, or a seal looked at, in another process and within limits of time and memory.
 *
 * @param grant answers what the process asks for: a signature by the seal's key, which never leaves this one
 * @throws DomainError unavailable (503) where many wait; Error where no process can be started, or it ends without an answer
 */
export function runSealer(
  file: Buffer,
  task: TaskForFile,
  grant: Grant = () => Promise.resolve(null),
): Promise<Outcome> {
  return sealing.run((sealer, over) => converse(sealer, over, { file, task, grant }))
}

/**
 * Checks the seal of a document that came from outside.
 *
 * @param certificates those that the firm sealed with, DER
 * @throws DomainError unavailable (503) where many wait or the machine is busy, invalid for a document that takes too long
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

/** The error for one document more than are verified at once. */
export function verificationIsBusy(): DomainError {
  return new DomainError('unavailable', 'Many documents are being verified. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

function takesTooLong(): DomainError {
  return new DomainError(
    'invalid',
    'This document takes too long to verify. Please send it to us, and we will verify it for you.',
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
  const hear = (message: Outcome | Wish) => {
    if (!('wish' in message)) return resolve(message)
    grant(message).then((granted) => child.send({ granted }), reject)
  }
  over.addEventListener('abort', giveUp, { once: true })
  child.on('message', hear)
  child.send({ ...task, length: file.length })
  child.stdin?.write(file)
  return promise.finally(() => {
    over.removeEventListener('abort', giveUp)
    child.off('message', hear)
  })
}
