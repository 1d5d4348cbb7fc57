import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Finding } from './look-inside.ts'

/** What was found, and the bytes that were handed over. */
export interface Inspected {
  finding: Finding
  bytes: Buffer
}

/** What the thread answers. */
interface Answer {
  finding: Finding
  bytes: Uint8Array<ArrayBuffer>
}

const TIME_LIMIT_MS = 10_000
const HEAP_LIMIT_MB = 256
/** A thread that has nothing to do gives its memory back. */
const IDLE_MS = 30_000

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Finds out what a file is, away from the event loop and within limits of time and memory: a file that was made to
 * keep a reader busy stops itself alone. One after another, so that a crowd of uploads needs no crowd of threads.
 *
 * @param file is handed over, and empty afterwards: the answer has it
 * @param timeLimitMs how long one file may take
 * @returns 'too-much' where looking took too long or too much memory
 */
export async function inspectFile(
  file: Buffer,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Inspected | 'too-much'> {
  const turn = last.then(() => inspect(inOwnMemory(file), timeLimitMs))
  last = turn.catch(() => undefined)
  return turn
}

/** Small buffers share a pool, which cannot be handed over. */
function inOwnMemory(file: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = file
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(file)
}

async function inspect(file: Uint8Array<ArrayBuffer>, timeLimitMs: number): Promise<Inspected | 'too-much'> {
  const worker = await runningThread()
  const overdue = AbortSignal.timeout(timeLimitMs)
  try {
    worker.ref()
    worker.postMessage(file, [file.buffer])
    const [answer] = (await once(worker, 'message', { signal: overdue })) as [Answer]
    rest(worker)
    return { finding: answer.finding, bytes: Buffer.from(answer.bytes.buffer) }
  } catch (error) {
    await stop(worker)
    if (overdue.aborted || isOutOfMemory(error)) return 'too-much'
    throw error
  }
}

/** A thread says when it is ready: loading its libraries is not held against the first file. */
async function runningThread(): Promise<Worker> {
  clearTimeout(idle)
  if (thread !== null) return thread
  const started = new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  })
  // Whoever waits for an answer hears of the error; between two files there is nobody to hear it.
  started.on('error', () => undefined)
  started.once('exit', () => {
    if (thread === started) thread = null
  })
  await once(started, 'message')
  thread = started
  return started
}

/** Nothing waits for an idle thread: it keeps no process from ending. */
function rest(worker: Worker): void {
  worker.unref()
  idle = setTimeout(() => void stop(worker), IDLE_MS).unref()
}

async function stop(worker: Worker): Promise<void> {
  if (thread === worker) thread = null
  await worker.terminate()
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
