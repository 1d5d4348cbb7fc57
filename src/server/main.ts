import { flushCompileCache } from 'node:module'
import { createLogger } from './logging/logger.ts'
import { complain } from './logging/terminal.ts'
import { shortenResolution } from './module-resolution.ts'

/** The entry of the server: reads the environment, starts, and stops cleanly on a signal, while starting too. */
shortenResolution()
const starting = import('./start.ts')
  .then(({ startServer }) => startServer(process.env))
  .catch((error: unknown) => {
    // What keeps the server from starting is for a person to read: plain words, no stack.
    complain(error)
    process.exit(1)
  })

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  })
}

// Node itself would print an error with everything that it carries.
process.once('uncaughtException', (error) => {
  createLogger({ level: 'fatal' }).fatal(error, 'the server cannot go on')
  process.exit(1)
})

await starting
// Kept for the next start now: a server that is killed keeps nothing.
flushCompileCache()
