import { once } from 'node:events'
import { WIDEST_LIMIT_BYTES } from '#domain/documents/kinds.ts'
import { createWorkQueue } from '#server/concurrency/work-queue.ts'
import type { Finding, Question } from './finding.ts'
import { startInspector, type Inspector } from './start-inspector.ts'

const TIME_LIMIT_MS = 10_000
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 60_000
/** After so many it makes room for a fresh one, long before its processor time is used up. */
const FILES_PER_PROCESS = 50

/** One file after another: a crowd of uploads needs no crowd of processes. */
const turns = createWorkQueue(1)
let current: Inspector | null = null
let files = 0
let idle: NodeJS.Timeout | undefined

/** What a file may take. */
interface Limits extends Partial<Question> {
  timeLimitMs?: number
}

/**
 * Finds out what a file is, in another process and within limits of time and memory: a file that was made to keep a
 * reader busy stops that process alone.
 *
 * @param limits how long it may take, and how large what is kept may be
 * @throws Error where no process can be started
 */
export function inspectFile(
  file: Buffer,
  { timeLimitMs = TIME_LIMIT_MS, maxBytes = WIDEST_LIMIT_BYTES }: Limits = {},
): Promise<Finding> {
  return turns.run(() => inspect(file, { maxBytes }, timeLimitMs))
}

/** Starts the process while a file is still on its way, so that the first one does not wait for it. */
export function prepareInspection(): Promise<void> {
  return turns.run(async () => rest(await runningInspector()))
}

async function inspect(file: Buffer, question: Question, timeLimitMs: number): Promise<Finding> {
  const inspector = await runningInspector()
  const { child, ended } = inspector
  const tooMuch = AbortSignal.any([ended, AbortSignal.timeout(timeLimitMs)])
  try {
    inspector.hold()
    files += 1
    inspector.send(file, question)
    const [finding] = (await once(child, 'message', { signal: tooMuch })) as [Finding]
    rest(inspector)
    return finding
  } catch (error) {
    stop(inspector)
    if (tooMuch.aborted) return { is: 'too-much' }
    throw error
  }
}

async function runningInspector(): Promise<Inspector> {
  clearTimeout(idle)
  if (current === null || current.ended.aborted || files >= FILES_PER_PROCESS) {
    if (current !== null) stop(current)
    current = await startInspector()
    files = 0
  }
  return current
}

/** Nothing waits for an idle process: it keeps the server from ending as little as it outlives it. */
function rest(inspector: Inspector): void {
  inspector.release()
  clearTimeout(idle)
  idle = setTimeout(() => stop(inspector), IDLE_MS).unref()
}

function stop(inspector: Inspector): void {
  if (current === inspector) current = null
  inspector.child.kill('SIGKILL')
}
