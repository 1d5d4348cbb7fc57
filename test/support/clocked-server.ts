import { startServer } from '#app/server/start.ts'

/**
 * The server, with a pause of `PAUSE_SECONDS` before it stops, and a clock ahead of the machine's by the milliseconds that the parent process sends. It confirms each
 * with the same number.
 */
let aheadMs = 0
process.on('message', (message) => {
  aheadMs = Number(message)
  process.send?.(aheadMs)
})

const { PAUSE_SECONDS = '0' } = process.env
const shutdownPauseMs = 1000 * Number(PAUSE_SECONDS)
const server = await startServer(process.env, () => aheadMs, null, { shutdownPauseMs })
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
