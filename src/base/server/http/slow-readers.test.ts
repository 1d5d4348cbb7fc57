import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** More than the socket buffers hold. */
const ANSWER_BYTES = 64 * 1024 * 1024
const PIECE = Buffer.alloc(1024 * 1024)

let server: TestServer
let app: FastifyInstance
let silenceMs = 0
beforeAll(async () => {
  server = await startTestServer()
  app = await buildApp(server.context)
  app.get('/large', (_request, reply) => {
    const pieces = Array.from({ length: ANSWER_BYTES / PIECE.length }, () => PIECE)
    return reply.type('application/octet-stream').send(Readable.from(pieces))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  silenceMs = app.server.timeout
  app.server.timeout = 500
})
afterAll(async () => {
  await app.close()
  await server.close()
})

test('a client that reads nothing of a response for five minutes is disconnected', async () => {
  expect(silenceMs).toBe(5 * 60_000)
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await openConnections(1)).toBe(1)
  socket.pause()
  expect(await openConnections(0)).toBe(0)
  socket.destroy()
})

/** Number of open connections, once it is as expected. */
async function openConnections(wanted: number): Promise<number> {
  const count = () =>
    new Promise<number>((resolve, reject) => {
      app.server.getConnections((error, found) => (error === null ? resolve(found) : reject(error)))
    })
  await expect.poll(count, { timeout: 10_000 }).toBe(wanted)
  return count()
}
