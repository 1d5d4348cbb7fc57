import { createWorkQueue } from '#server/concurrency/work-queue.ts'
import { startInspector, type Inspector } from '#server/documents/inspection/start-inspector.ts'
import { productFile } from '#server/product-file.ts'
import type { Outcome, Task, Wish } from './task.ts'

const PROGRAM = productFile('src/server/signing/sealing/sealer.ts')
/** By the clock, on a machine that is busy. Nothing beyond this machine is waited for meanwhile. */
const TIME_LIMIT_MS = 20_000
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 60_000
/** After so many it makes room for a fresh one, long before its processor time is used up. */
const TASKS_PER_PROCESS = 200

/** What the process may ask for while it seals. */
export type Grant = (wish: Wish) => Promise<Uint8Array | null>

type TaskOf<Do extends Task['do']> = Do extends Task['do'] ? Omit<Extract<Task, { do: Do }>, 'length'> : never

/** A task without the file that it is about. */
type TaskForFile = TaskOf<Task['do']>

const turns = createWorkQueue(1)
let current: Inspector | null = null
let tasks = 0
let idle: NodeJS.Timeout | undefined

/** Starts the process while somebody still reads what they are going to sign. */
export function prepareSealing(): Promise<void> {
  return turns.run(async () => rest(await runningSealer()))
}

/**
 * Has a document sealed, or a seal looked at, in another process and within limits of time and memory.
 *
 * @param grant answers what the process asks for: a signature by the seal's key, which never leaves this one
 * @throws Error where no process can be started, or it ends without an answer
 */
export function runSealer(
  file: Buffer,
  task: TaskForFile,
  grant: Grant = () => Promise.resolve(null),
): Promise<Outcome> {
  return turns.run(async () => {
    const sealer = await runningSealer()
    try {
      sealer.hold()
      tasks += 1
      const outcome = await converse(sealer, { file, task, grant })
      rest(sealer)
      return outcome
    } catch (error) {
      stop(sealer)
      throw error
    }
  })
}

interface Conversation {
  file: Buffer
  task: TaskForFile
  grant: Grant
}

function converse({ child, ended }: Inspector, { file, task, grant }: Conversation): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const over = AbortSignal.any([ended, AbortSignal.timeout(TIME_LIMIT_MS)])
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

async function runningSealer(): Promise<Inspector> {
  clearTimeout(idle)
  if (current === null || current.ended.aborted || tasks >= TASKS_PER_PROCESS) {
    if (current !== null) stop(current)
    current = await startInspector(PROGRAM)
    tasks = 0
  }
  return current
}

/** Nothing waits for an idle process: it keeps the server from ending as little as it outlives it. */
function rest(sealer: Inspector): void {
  sealer.release()
  clearTimeout(idle)
  idle = setTimeout(() => stop(sealer), IDLE_MS).unref()
}

function stop(sealer: Inspector): void {
  if (current === sealer) current = null
  sealer.child.kill('SIGKILL')
}
