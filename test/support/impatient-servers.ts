import cluster from 'node:cluster'
import { superviseServers } from '#server/workers/supervisor.ts'
import { serveAmongOthers } from '#server/workers/worker.ts'

/**
 * The servers of a machine as the product starts them, with a parent of little patience; one that gets SIGUSR2 hangs as in a loop: it
 * comes back to nothing, but leaves the processor to others.
 */
process.once('SIGUSR2', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
const servers = cluster.isWorker
  ? await serveAmongOthers(process.env)
  : await superviseServers(process.env, { everyMs: 500, unanswered: 12 })
process.once('SIGTERM', () => void servers.stop().then(() => process.exit(0)))
