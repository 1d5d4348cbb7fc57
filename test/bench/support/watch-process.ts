import cluster from 'node:cluster'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import v8 from 'node:v8'
import vm from 'node:vm'

/** Queries to the measured server process. */
export type Question = 'memory' | 'memory in use' | 'watch event loop' | 'event-loop delay'

/** Loaded into the measured server: reports values that only the process knows. */
const delay = monitorEventLoopDelay({ resolution: 1 })
const NANOSECONDS = 1e6

// The server starts without options of V8; only the collector is made callable, when it is asked for.
function collect(): void {
  v8.setFlagsFromString('--expose-gc')
  ;(vm.runInNewContext('gc') as () => void)()
}

const answers: Record<Question, () => number> = {
  // resident memory, in bytes
  memory: () => process.memoryUsage.rss(),
  // what the program still holds, in bytes
  'memory in use'() {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  },
  'watch event loop'() {
    delay.reset()
    delay.enable()
    return 0
  },
  // the 99th percentile since monitoring started, in milliseconds
  'event-loop delay'() {
    delay.disable()
    return delay.percentile(99) / NANOSECONDS
  },
}

if (cluster.isPrimary) process.on('message', (question: Question) => process.send?.(answers[question]()))
