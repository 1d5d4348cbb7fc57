import cluster from 'node:cluster'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What is asked of the server's process while it is measured. */
export type Question = 'memory' | 'watch event loop' | 'event-loop delay'

/** Loaded into the server that is measured: what only the process itself knows, told on request. */
const delay = monitorEventLoopDelay({ resolution: 1 })
const NANOSECONDS = 1e6

const answers: Record<Question, () => number> = {
  // all that the process holds of the machine's memory, in bytes
  memory: () => process.memoryUsage.rss(),
  'watch event loop'() {
    delay.reset()
    delay.enable()
    return 0
  },
  // the 99th percentile since it is watched, in milliseconds
  'event-loop delay'() {
    delay.disable()
    return delay.percentile(99) / NANOSECONDS
  },
}

if (cluster.isPrimary) process.on('message', (question: Question) => process.send?.(answers[question]()))
