import cluster from 'node:cluster'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Queries to the measured server process. */
export type Question = 'memory' | 'watch event loop' | 'event-loop delay'

/** Loaded into the measured server: reports values that only the process knows. */
const delay = monitorEventLoopDelay({ resolution: 1 })
const NANOSECONDS = 1e6

const answers: Record<Question, () => number> = {
  // resident memory, in bytes
  memory: () => process.memoryUsage.rss(),
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
