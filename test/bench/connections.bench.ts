import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Measurement } from './measurement.ts'
import { openLoadGenerator } from './support/load.ts'
import { atMost } from './support/rows.ts'
import { startBenchServer, type BenchServer } from './support/server.ts'

const IDLE = 10_000
/** The size of the server's accept backlog. */
const AT_ONCE = 250
const CONNECTIONS = 16
const BYTES_PER_KB = 1024

/** As a proxy's keep-alive connections: each has sent a request and is idle. */
async function openIdle({ url }: BenchServer): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answered = once(socket, 'data')
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: 192.0.2.1\r\n\r\n`)
  await answered
  return socket
}

export default {
  name: 'Idle connections',
  about: `${IDLE} connections from a proxy, each of which has brought a request and waits for another, and what reads beside them take.`,
  async measure({ seconds }) {
    const server = await startBenchServer({ env: { TRUST_PROXY: '1' } })
    const load = openLoadGenerator()
    const sockets: Socket[] = []
    try {
      const clients = await server.makeClients(CONNECTIONS)
      const reading = {
        url: server.url,
        seconds,
        connections: clients.map(({ headers }) => [{ method: 'GET' as const, path: '/api/user', headers }]),
      }
      await load.run(reading)
      const alone = await load.run(reading)
      const before = await server.ask('memory')
      while (sockets.length < IDLE) {
        sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openIdle(server)))))
      }
      const memory = (await server.ask('memory')) - before
      const beside = await load.run(reading)
      const open = sockets.filter(({ destroyed }) => !destroyed).length
      return [
        atMost('memory of each', memory / IDLE / BYTES_PER_KB, 20, 'kB', `${open} open`),
        atMost(
          'median of GET /api/user beside them, of without',
          beside.medianMs / alone.medianMs,
          3,
          'times',
        ),
      ]
    } finally {
      for (const socket of sockets) socket.destroy()
      load.close()
      await server.stop()
    }
  },
} satisfies Measurement
