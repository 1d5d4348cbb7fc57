import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makePng } from '#test/support/files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { requestAddress } from '#test/support/uploads.ts'
import { SLOW_REQUESTS_PER_ADDRESS } from './slow-request-limit.ts'

const TOO_MANY = 20
const HEADERS = 'GET /healthz HTTP/1.1\r\nhost: test\r\n'

/** A connection and the data received. */
interface Line {
  socket: Socket
  received: () => string
}

const lines: Line[] = []

/**
 * Opens a connection and sends part of a request.
 *
 * @param from a local address
 */
async function open({ url }: Pick<TestServer, 'url'>, bytes: string, from = '127.0.0.1'): Promise<Line> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined)
  const line = { socket, received: () => text }
  lines.push(line)
  await new Promise<void>((resolve) => socket.once('connect', () => socket.write(bytes, () => resolve())))
  return line
}

/** Opens one connection too many, one after another. */
async function openTooMany(server: TestServer, bytes: string): Promise<Line[]> {
  const opened: Line[] = []
  for (let count = 0; count < SLOW_REQUESTS_PER_ADDRESS + TOO_MANY; count += 1) {
    opened.push(await open(server, bytes))
  }
  return opened
}

const isClosed = ({ socket }: Line) => socket.closed

/** Expects that the oldest ones are closed, and no others. */
async function expectOldestClosed(opened: Line[]): Promise<void> {
  await vi.waitFor(() => expect(opened.filter(isClosed)).toHaveLength(TOO_MANY), 10_000)
  expect(opened.slice(0, TOO_MANY).every(isClosed)).toBe(true)
}

afterEach(() => {
  for (const { socket } of lines.splice(0)) socket.destroy()
})

describe('without a proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { trustProxy: false } })
  })
  afterAll(() => server.close())

  test('the number of incomplete requests per address is limited, and new requests are answered', async () => {
    const neighbour = await open(server, HEADERS, '127.0.0.2')
    const opened = await openTooMany(server, HEADERS)
    const whole = await open(server, `${HEADERS}\r\n`)
    await vi.waitFor(() => expect(whole.received()).toContain('200 OK'), 20_000)
    await vi.waitFor(() => expect(opened.filter(isClosed).length).toBeGreaterThanOrEqual(TOO_MANY), 20_000)
    neighbour.socket.write('\r\n')
    await vi.waitFor(() => expect(neighbour.received()).toContain('200 OK'), 20_000)
  })

  test('connections that send nothing, or nothing more, count too', async () => {
    await expectOldestClosed(await openTooMany(server, ''))
    for (const { socket } of lines.splice(0)) socket.destroy()
    await expectOldestClosed(await openTooMany(server, `${HEADERS}\r\n`))
  })

  test('connections that send nothing for long are closed', async () => {
    const app = await buildApp(server.context)
    expect(app.server.headersTimeout).toBe(20_000)
    app.server.headersTimeout = 100
    try {
      const url = await app.listen({ host: '127.0.0.1', port: 0 })
      const slow = [await open({ url }, ''), await open({ url }, HEADERS)]
      await vi.waitFor(() => expect(slow.map(isClosed)).toEqual([true, true]), 20_000)
    } finally {
      await app.close()
    }
  }, 30_000)
})

describe('behind a proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { trustProxy: 1 } })
  })
  afterAll(() => server.close())

  const login = (address: string) =>
    `POST /api/login HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: 61\r\n\r\n{`

  test('bodies are counted by the forwarded address, the proxy’s connections are not', async () => {
    const idle = await open(server, '')
    const neighbour = await open(server, login('192.0.2.8'))
    const opened = await openTooMany(server, login('192.0.2.7'))
    await expectOldestClosed(opened)
    neighbour.socket.write('"username": "unknown@test.example", "password": "a b c d"  }')
    await vi.waitFor(() => expect(neighbour.received()).toContain('401 Unauthorized'), 20_000)
    expect(isClosed(idle)).toBe(false)
  })

  const verifying = (address: string, type: string) =>
    `POST /api/verify-document HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${address}\r\ncontent-type: ${type}\r\ncontent-length: 60\r\n\r\n%`

  test('documents to verify count as bodies, including those answered before they are complete', async () => {
    const opened: Line[] = []
    for (let count = 0; count < SLOW_REQUESTS_PER_ADDRESS + TOO_MANY; count += 1) {
      const line = await open(server, verifying('192.0.2.9', 'text/html'))
      await once(line.socket, 'data')
      opened.push(line)
    }
    await expectOldestClosed(opened)
    await expectOldestClosed(await openTooMany(server, verifying('192.0.2.10', 'application/pdf')))
  })

  test('a document to verify that is not complete in time is given up', async () => {
    const app = await buildApp(server.context)
    expect(app.server.requestTimeout).toBe(300_000)
    Object.assign(app.server, { headersTimeout: 100, requestTimeout: 100 })
    try {
      const url = await app.listen({ host: '127.0.0.1', port: 0 })
      const slow = await open({ url }, verifying('192.0.2.11', 'application/pdf'))
      await vi.waitFor(() => expect(isClosed(slow)).toBe(true), 20_000)
    } finally {
      await app.close()
    }
  }, 30_000)

  test('an upload over a slow connection completes whatever else is open', async () => {
    const session = await server.as((await makeClient(server.context)).username)
    const [bytes, type] = [makePng(), 'image/png'] as const
    const address = await requestAddress(session, { contentType: type, size: bytes.length })
    const { pathname, search } = new URL(address, server.url)
    const cookie = [...session.cookies].map((pair) => pair.join('=')).join('; ')
    const slow = await open(
      server,
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: test\r\norigin: http://test\r\nx-forwarded-for: 192.0.2.7\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    )
    slow.socket.write(bytes.subarray(0, 1))
    await expectOldestClosed(await openTooMany(server, login('192.0.2.7')))
    slow.socket.write(bytes.subarray(1))
    await vi.waitFor(() => expect(slow.received()).toContain('204 No Content'), 20_000)
  })
})
