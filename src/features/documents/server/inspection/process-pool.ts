import { createWorkQueue, type QueueBounds } from '#base/server/concurrency/work-queue.ts'
import { startInspector, type Inspector } from './start-inspector.ts'

/** Resource limits of a task. */
export interface ProcessLimits {
  /** Processor time, which does not depend on the machine's load. */
  cpuMs: number
  /** Wall-clock time, for overloaded machines and systems that do not report processor time. */
  wallMs: number
}

/**
 * `cpu` and `memory`: the task would exceed them again. `wall` and `killed`: the machine was short of time or memory.
 */
export type Overrun = 'cpu' | 'memory' | 'wall' | 'killed'

/** A process ended before it answered. */
export class ProcessOverrunError extends Error {
  readonly overrun: Overrun

  constructor(overrun: Overrun) {
    super(`A process was ended without an answer: ${overrun}.`)
    this.name = 'ProcessOverrunError'
    this.overrun = overrun
  }
}

/** Sends a process its task and waits for the response, until `over` is aborted. */
type Converse<Answer> = (inspector: Inspector, over: AbortSignal) => Promise<Answer>

/** Processes with resource limits, one task at a time each. */
export interface ProcessPool {
  /** @throws ProcessOverrunError; the error of `whenFull`; Error where no process can be started */
  run: <Answer>(converse: Converse<Answer>, limits?: ProcessLimits) => Promise<Answer>
  /** Starts a process before its first task. */
  prepare: () => Promise<void>
}

interface PoolOptions extends QueueBounds {
  /** Defaults to the program that inspects files. */
  program?: string
  limits: ProcessLimits
  /** A process is replaced after so many tasks, since not all memory is released. */
  tasksPerProcess: number
}

interface Pooled {
  inspector: Inspector
  tasks: number
  idle?: NodeJS.Timeout
}

const CHECK_EVERY_MS = 100
/** An idle process is stopped to release its memory. */
const IDLE_MS = 60_000

/** Creates a pool of at most `width` processes, started on demand. */
export function createProcessPool({ program, limits, tasksPerProcess, ...bounds }: PoolOptions): ProcessPool {
  const queue = createWorkQueue(bounds)
  const resting: Pooled[] = []

  const take = async (): Promise<Pooled> => {
    for (let pooled = resting.pop(); pooled !== undefined; pooled = resting.pop()) {
      clearTimeout(pooled.idle)
      if (isAlive(pooled.inspector) && pooled.tasks < tasksPerProcess) return pooled
      stop(pooled.inspector)
    }
    return { inspector: await startInspector(program), tasks: 0 }
  }
  /** An idle process neither keeps the server from exiting nor outlives it. */
  const rest = (pooled: Pooled) => {
    pooled.inspector.release()
    pooled.idle = setTimeout(() => stop(pooled.inspector), IDLE_MS).unref()
    resting.push(pooled)
  }
  return {
    prepare: () => queue.run(async () => rest(await take())),
    run: (converse, ofTask = limits) =>
      queue.run(async () => {
        const pooled = await take()
        pooled.tasks += 1
        pooled.inspector.hold()
        const answer = await withinLimits(pooled.inspector, ofTask, converse)
        rest(pooled)
        return answer
      }),
  }
}

function isAlive({ child, ended }: Inspector): boolean {
  return !ended.aborted && !child.killed
}

function stop({ child }: Inspector): void {
  child.kill('SIGKILL')
}

/** A process that does not answer, or whose communication fails, is stopped. */
async function withinLimits<Answer>(
  inspector: Inspector,
  limits: ProcessLimits,
  converse: Converse<Answer>,
): Promise<Answer> {
  const { ended } = inspector
  const exceeded = new AbortController()
  const timer = watchTime(inspector, limits, (overrun) => exceeded.abort(overrun))
  try {
    return await converse(inspector, AbortSignal.any([ended, exceeded.signal]))
  } catch (error) {
    stop(inspector)
    if (exceeded.signal.aborted) throw new ProcessOverrunError(exceeded.signal.reason as Overrun)
    if (ended.aborted) throw new ProcessOverrunError(reasonOfEnd(inspector))
    throw error
  } finally {
    clearInterval(timer)
  }
}

function watchTime(
  { cpuMs }: Inspector,
  limits: ProcessLimits,
  exceed: (overrun: Overrun) => void,
): NodeJS.Timeout {
  const [began, cpuBefore] = [performance.now(), cpuMs()]
  return setInterval(() => {
    const cpu = cpuMs()
    const wall = performance.now() - began
    const worked = cpu === null || cpuBefore === null ? wall : cpu - cpuBefore
    if (worked >= limits.cpuMs) exceed('cpu')
    else if (wall >= limits.wallMs) exceed('wall')
  }, CHECK_EVERY_MS)
}

/** A process that runs out of memory ends itself; only the operating system kills it. */
function reasonOfEnd({ child }: Inspector): Overrun {
  return child.signalCode === 'SIGKILL' ? 'killed' : 'memory'
}
