import { startServer } from '#server/app/start.ts'

/**
 * The server, with a clock that goes ahead of the machine's by as many milliseconds as the parent process says. It
 * answers each with the same number, when its clock is so.
 */
let aheadMs = 0
process.on('message', (message) => {
  aheadMs = Number(message)
  process.send?.(aheadMs)
})

const server = await startServer(process.env, () => aheadMs)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
