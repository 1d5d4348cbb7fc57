import { startServer } from '#server/app/start.ts'

/**
 * The server, with a clock ahead of the machine's by the milliseconds that the parent process sends. It confirms each
 * with the same number.
 */
let aheadMs = 0
process.on('message', (message) => {
  aheadMs = Number(message)
  process.send?.(aheadMs)
})

const server = await startServer(process.env, () => aheadMs)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
