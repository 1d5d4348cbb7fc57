import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { createLogger } from './platform/logging/logger.ts'
import { printError } from './platform/logging/terminal.ts'

/** What was started: this server, or the parent of several. */
interface Started {
  stop: () => Promise<void>
  /** Puts new servers in the place of those that run, where there are several. */
  renew?: () => Promise<void>
}

/** The entry of the server: reads the environment, starts, and stops cleanly on a signal, while starting too. */
const starting = start(process.env).catch((error: unknown) => {
  // What keeps the server from starting is for a person to read: plain words, no stack.
  printError(error)
  process.exit(1)
})

async function start(variables: NodeJS.ProcessEnv): Promise<Started> {
  if (cluster.isWorker) return (await import('./app/workers/worker.ts')).serveAsWorker(variables)
  const { readSettings } = await import('./platform/config/settings.ts')
  return readSettings(variables).workers > 1
    ? (await import('./app/workers/worker-pool.ts')).startWorkerPool(variables)
    : (await import('./app/start.ts')).startServer(variables)
}

const stop = () => {
  void starting
    .then((started) => started.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)

// Of a terminal it means that the window was closed, which ends what runs in it; elsewhere, that the servers are to be renewed.
// The parent's word alone counts for those that it has.
process.on('SIGHUP', () => {
  if (cluster.isWorker) return
  if (process.stdin.isTTY) stop()
  else void starting.then(({ renew = warnWithoutWorkers }) => renew())
})

function warnWithoutWorkers(): Promise<void> {
  createLogger({ level: 'warn' }).warn(
    'a single server cannot be replaced while it runs: restart it, or set WORKERS',
  )
  return Promise.resolve()
}

// Node itself would print an error with everything that it carries.
process.once('uncaughtException', (error) => {
  createLogger({ level: 'fatal' }).fatal(error, 'the server cannot continue')
  process.exit(1)
})

await starting
// Kept for the next start now: a server that is killed keeps nothing.
flushCompileCache()
