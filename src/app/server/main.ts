import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { trustExtraCertificates } from '#base/server/config/extra-certificates.ts'
import { createLogger } from '#base/server/logging/logger.ts'
import { explainStartError } from '#base/server/config/explain-start-error.ts'
import { printError } from '#base/server/logging/terminal.ts'

/** The started server, or the parent of several. */
interface Started {
  stop: () => Promise<void>
  /** Replaces the running workers, if there are several. */
  renew?: () => Promise<void>
}

/** Entry point of the server: reads the environment, starts, and stops cleanly on a signal, even while starting. */
const stopping = new AbortController()
const starting = start(process.env).catch((error: unknown) => {
  // Start errors are for operators: a plain message, no stack.
  printError(new Error(explainStartError(error, process.env)))
  process.exit(1)
})

async function start(variables: NodeJS.ProcessEnv): Promise<Started> {
  trustExtraCertificates(variables['NODE_EXTRA_CA_CERTS'])
  if (cluster.isWorker) return (await import('./workers/worker.ts')).serveAsWorker(variables)
  const { readSettings } = await import('./config/settings.ts')
  return readSettings(variables).workers > 1
    ? (await import('./workers/worker-pool.ts')).startWorkerPool(variables, stopping.signal)
    : (await import('./start.ts')).startServer(variables)
}

/** A worker that is still starting has nothing to finish: it owns no database, and its migrations roll back. */
const WORKER_START_MS = 3000

const stop = () => {
  stopping.abort()
  if (cluster.isWorker) {
    const late = setTimeout(() => process.exit(1), WORKER_START_MS)
    void starting.finally(() => clearTimeout(late))
  }
  void starting
    .then((started) => started.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)

// In a terminal SIGHUP means that the window was closed; otherwise it replaces the workers. Workers follow their parent
// only.
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

// Node itself would print the error with all its properties.
process.once('uncaughtException', (error) => {
  createLogger({ level: 'fatal' }).fatal(error, 'the server cannot continue')
  process.exit(1)
})

await starting
// Saved now for the next start: a killed server saves nothing.
flushCompileCache()
