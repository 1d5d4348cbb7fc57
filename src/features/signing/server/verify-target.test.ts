import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createdSeal, giveSeal, makeSigner, sign, verify } from '#test/support/signing.ts'
import { MAX_VERIFICATIONS } from './sealing/run-sealer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  giveSeal(server.context, await createdSeal())
})
afterAll(() => server.close())

/** A request whose body is not sent. */
interface OpenRequest {
  received: () => string
  close: () => void
}

const opened: OpenRequest[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) close()
  // Slots are free once the server has noticed.
  await vi.waitUntil(async () => (await statusFrom('192.0.2.77')) === 200, 20_000)
})

/** Announces a document of 10 MB, and waits until the server has started the request. */
async function announce(address: string): Promise<OpenRequest> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined)
  const head = `POST /api/verify-document HTTP/1.1\r\nhost: test\r\nx-forwarded-for: ${address}\r\n`
  socket.write(
    `${head}expect: 100-continue\r\ncontent-type: application/pdf\r\ncontent-length: 10000000\r\n\r\n`,
  )
  const request = { received: () => text, close: () => socket.destroy() }
  opened.push(request)
  await vi.waitFor(() => expect(text).toContain('100 Continue'), 20_000)
  return request
}

const answered = (request: OpenRequest) =>
  vi.waitFor(() => expect(request.received()).toContain('retry-after'), 20_000)

/** Opens the maximum of simultaneous requests, each from its own address. */
async function fillSlots(): Promise<void> {
  for (let count = 0; count < MAX_VERIFICATIONS; count += 1) await announce(`198.51.100.${count}`)
}

const statusFrom = async (address: string) => (await verify(server, Buffer.from('x'), address)).status

describe('before a document is read', () => {
  test(
    'one more than the maximum is refused with 503, and documents are signed meanwhile',
    {
      timeout: 60_000,
    },
    async () => {
      await fillSlots()
      const refused = await announce('203.0.113.9')
      await answered(refused)
      expect(refused.received()).toMatch(/HTTP\/1\.1 503 .*\r\nretry-after: 5\r\n/isu)
      expect((await sign(await makeSigner(server))).status).toBe(200)
    },
  )

  test('a second one of the same network is refused with 429', async () => {
    const first = await announce('2001:db8:7:7::1')
    const second = await announce('2001:db8:7:7:ffff::3')
    await answered(second)
    expect(second.received()).toMatch(/HTTP\/1\.1 429 .*\r\nretry-after: 5\r\n/isu)
    expect(first.received()).not.toContain('HTTP/1.1 4')
    expect(await statusFrom('2001:db8:7:8::1')).toBe(200)
  })

  test('a disconnected sender releases its slot', async () => {
    await fillSlots()
    expect(await statusFrom('203.0.113.1')).toBe(503)
    for (const { close } of opened) close()
    await vi.waitFor(async () => expect(await statusFrom('203.0.113.1')).toBe(200), 20_000)
  })
})
