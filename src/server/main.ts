import { startServer } from './start.ts'

/** The entry of the server: reads the environment, starts, and stops cleanly on a signal, while starting too. */
const starting = startServer(process.env).catch((error: unknown) => {
  // What keeps the server from starting is for a person to read: plain words, no stack.
  console.error(error instanceof Error ? `\n${error.message}\n` : error)
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

await starting
