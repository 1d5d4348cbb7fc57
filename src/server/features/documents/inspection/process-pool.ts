import { createWorkQueue, type QueueBounds } from '#server/platform/concurrency/work-queue.ts'
import { startInspector, type Inspector } from './start-inspector.ts'

/** How much a task may take of the machine. */
export interface ProcessLimits {
  /** Processor time: it does not depend on what else the machine does. */
  cpuMs: number
  /** Time by the clock, for a machine that has no processor left, and for systems that do not report the former. */
  wallMs: number
}

/** `cpu` and `memory`: the task would exceed them again. `wall` and `killed`: the machine had no time or memory left. */
export type Overrun = 'cpu' | 'memory' | 'wall' | 'killed'

/** A process was ended before it had answered. */
export class ProcessOverrunError extends Error {
  readonly overrun: Overrun

  constructor(overrun: Overrun) {
    super(`A process was ended without an answer: ${overrun}.`)
    this.name = 'ProcessOverrunError'
    this.overrun = overrun
  }
}

/** Sends a process its task and waits for the answer, until `over` is aborted. */
type Converse<Answer> = (inspector: Inspector, over: AbortSignal) => Promise<Answer>

/** Processes that work within limits, each on one task at a time. */
export interface ProcessPool {
  /** @throws ProcessOverrunError; what `whenFull` makes; Error where no process can be started */
  run: <Answer>(converse: Converse<Answer>, limits?: ProcessLimits) => Promise<Answer>
  /** Starts a process ahead of its first task. */
  prepare: () => Promise<void>
}

interface PoolOptions extends QueueBounds {
  /** Another program than the one that opens files. */
  program?: string
  limits: ProcessLimits
  /** After so many a process is replaced: not all memory is given back. */
  tasksPerProcess: number
}

interface Pooled {
  inspector: Inspector
  tasks: number
  idle?: NodeJS.Timeout
}

const CHECK_EVERY_MS = 100
/** A process that has nothing to do gives its memory back. */
const IDLE_MS = 60_000

/** Creates a pool of `width` processes at most, each started when it is needed. */
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
  /** An idle process keeps the server from ending as little as it outlives it. */
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

/** A process that does not answer, or that the conversation with fails, is stopped. */
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

/** A process that runs out of memory ends itself; only the system, in need of memory, kills it. */
function reasonOfEnd({ child }: Inspector): Overrun {
  return child.signalCode === 'SIGKILL' ? 'killed' : 'memory'
}
