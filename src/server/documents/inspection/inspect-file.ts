import { once } from 'node:events'
import { WIDEST_LIMIT_BYTES } from '#domain/documents/kinds.ts'
import { createWorkQueue } from '#server/concurrency/work-queue.ts'
import type { Answer, Finding, Question } from './finding.ts'
import { startInspector, type Inspector } from './start-inspector.ts'

/** How much a file may ask of the machine. */
export interface InspectionLimits {
  /** Processor time: what a file takes of it does not depend on what else the machine does. */
  cpuMs: number
  /** Time by the clock, for a machine that has no processor left for files, and where the former is not told. */
  wallMs: number
}

/** A statement of 65,000 objects takes 4 s; one that a password opens is read three times, and written. */
const LIMITS: InspectionLimits = { cpuMs: 20_000, wallMs: 120_000 }
const LOOK_EVERY_MS = 100
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 60_000
/** After so many it makes room for a fresh one, long before its processor time is used up. */
const FILES_PER_PROCESS = 50

/** One file after another: a crowd of uploads needs no crowd of processes. */
const turns = createWorkQueue(1)
let current: Inspector | null = null
let files = 0
let idle: NodeJS.Timeout | undefined

/**
 * Finds out what a file is, in another process and within limits of time and memory: a file that was made to keep a
 * reader busy stops that process alone.
 *
 * @param question how large what is kept may be, what opens it, and how much it may ask of the machine
 * @throws Error where no process can be started
 */
export function inspectFile(
  file: Buffer,
  {
    maxBytes = WIDEST_LIMIT_BYTES,
    password,
    limits = LIMITS,
  }: Partial<Question> & { limits?: InspectionLimits } = {},
): Promise<Finding> {
  return turns.run(() => inspect(file, { maxBytes, password }, limits))
}

/** Starts the process while a file is still on its way, so that the first one does not wait for it. */
export function prepareInspection(): Promise<void> {
  return turns.run(async () => rest(await runningInspector()))
}

async function inspect(file: Buffer, question: Question, limits: InspectionLimits): Promise<Finding> {
  const inspector = await runningInspector()
  const { child, ended } = inspector
  const watch = watchTime(inspector, limits)
  try {
    inspector.hold()
    files += 1
    inspector.send(file, question)
    const over = AbortSignal.any([ended, watch.over])
    const [{ finding, spent }] = (await once(child, 'message', { signal: over })) as [Answer]
    if (spent) stop(inspector)
    else rest(inspector)
    return finding
  } catch (error) {
    stop(inspector)
    if (watch.over.aborted) return watch.over.reason as Finding
    if (ended.aborted) return reasonOfEnd(inspector)
    throw error
  } finally {
    watch.end()
  }
}

/** Says when a file has taken more than it may, with what that means as the reason. */
function watchTime({ cpuMs }: Inspector, limits: InspectionLimits): { over: AbortSignal; end: () => void } {
  const over = new AbortController()
  const [began, cpuBefore] = [performance.now(), cpuMs()]
  const look = () => {
    const cpu = cpuMs()
    const wall = performance.now() - began
    const worked = cpu === null || cpuBefore === null ? wall : cpu - cpuBefore
    if (worked >= limits.cpuMs) over.abort({ is: 'too-much', of: 'time' } satisfies Finding)
    else if (wall >= limits.wallMs) over.abort({ is: 'not-in-time' } satisfies Finding)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return { over: over.signal, end: () => clearInterval(timer) }
}

/** What runs out of memory ends by itself; whoever ends it from outside, the system in need of memory say, kills it. */
function reasonOfEnd({ child }: Inspector): Finding {
  return child.signalCode === 'SIGKILL' ? { is: 'not-in-time' } : { is: 'too-much', of: 'memory' }
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
