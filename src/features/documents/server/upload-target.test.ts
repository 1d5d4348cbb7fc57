import { request as httpRequest } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw, requestAddress, send, unreferenced } from '#test/support/uploads.ts'

const MINUTE_MS = 60_000

let clock = new Date('2026-11-20T08:00:00Z')
let server: TestServer
let client: Awaited<ReturnType<typeof makeClient>>
let session: HttpSession
let before = new Set<string>()

beforeAll(async () => {
  server = await startTestServer({ now: () => clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await makeClient(server.context)
  session = await server.as(client.username)
  before = new Set(await unreferenced(server))
})

/** Objects that a test left without a reference. */
async function leftovers(): Promise<string[]> {
  return (await unreferenced(server)).filter((each) => !before.has(each))
}

test('an address is one of this server, for fifteen minutes, whatever host the client requests', async () => {
  const address = await requestAddress(session, { purpose: 'payslip', contentType: 'image/png', size: 10 })
  expect(address).toMatch(
    new RegExp(`^${server.url}/api/objects/upload/[\\da-f-]{36}\\?token=[\\w-]{43}$`, 'u'),
  )
  const [row] = await server.context.database.db.select().from(uploads).where(eq(uploads.userId, client.id))
  expect(row).toMatchObject({ purpose: 'payslip', contentType: 'image/png', bytes: 10 })
  expect(row?.expiresAt).toEqual(new Date(clock.getTime() + 15 * MINUTE_MS))
  expect(JSON.stringify(row)).not.toContain(new URL(address).searchParams.get('token'))
})

describe('a file is refused at its address', () => {
  const announced = { purpose: 'payslip', contentType: 'application/pdf', size: 1000 } as const
  const exact = () => ({ bytes: Buffer.alloc(1000, 'x'), type: 'application/pdf' }) as const

  test.each([
    ['of another type', { ...exact(), type: 'image/png' as const }, 415],
    ['one byte longer', { ...exact(), bytes: Buffer.alloc(1001) }, 413],
    ['one byte shorter', { ...exact(), bytes: Buffer.alloc(999) }, 400],
    ['empty', { ...exact(), bytes: Buffer.alloc(0) }, 400],
  ])('%s than it is signed for', async (_, file, status) => {
    const address = await requestAddress(session, announced)
    expect((await send(session, address, file)).status).toBe(status)
    expect(await leftovers()).toEqual([])
    expect((await send(session, address, exact())).status).toBe(204)
  })

  test.each([
    ['longer', 40_000, 413],
    ['shorter', 10, 400],
  ])('%s than announced, in a stream that does not say how long it is', async (_, length, status) => {
    const address = await requestAddress(session, announced)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < length; sent += 10) controller.enqueue(new Uint8Array(10))
        controller.close()
      },
    })
    const headers = { 'content-type': 'application/pdf' }
    expect((await raw(session, address, { method: 'PUT', body, headers })).status).toBe(status)
    expect(await leftovers()).toEqual([])
  })

  test('above the widest limit where nothing was announced', async () => {
    const address = await requestAddress(session)
    const file = { bytes: Buffer.alloc(10_485_761), type: 'application/pdf' } as const
    const answer = await send(session, address, file)
    expect(answer.status).toBe(413)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await leftovers()).toEqual([])
  })

  test('twice', async () => {
    const address = await requestAddress(session, announced)
    expect((await send(session, address, exact())).status).toBe(204)
    expect((await send(session, address, exact())).status).toBe(409)
  })

  test('by two at once: one is accepted', async () => {
    const address = await requestAddress(session, announced)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(session, address, exact())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409, 409])
  })

  test('after fifteen minutes', async () => {
    const address = await requestAddress(session, announced)
    clock = new Date(clock.getTime() + 15 * MINUTE_MS)
    expect((await send(session, address, exact())).status).toBe(403)
    clock = new Date(clock.getTime() - 1)
    expect((await send(session, address, exact())).status).toBe(204)
  })

  test('from another user, who gets the response for an unknown address, byte for byte', async () => {
    const other = await server.as((await makeClient(server.context)).username)
    const address = await requestAddress(session, announced)
    const unknown = address.replace(/upload\/[^?]+/u, 'upload/0192f0c0-0000-7000-8000-000000000000')
    const foreign = await send(other, address, exact())
    expect(foreign.status).toBe(404)
    expect((await send(session, unknown, exact())).bytes.equals(foreign.bytes)).toBe(true)
    const wrongToken = address.replace(/token=.*$/u, `token=${'A'.repeat(43)}`)
    for (const wrong of [wrongToken, address.replace(/\?.*$/u, ''), address.replace(/\?.*$/u, '?token=')]) {
      const answer = await send(session, wrong, exact())
      expect(answer.bytes.equals(foreign.bytes)).toBe(true)
    }
    expect((await send(session, address, exact())).status).toBe(204)
  })

  test('without a session, from staff, or from a foreign page', async () => {
    const address = await requestAddress(session, announced)
    const manager = await makeUser(server.context, { role: 'admin' })
    expect((await send(server.visit(), address, exact())).status).toBe(401)
    expect((await send(await server.as(manager.username), address, exact())).status).toBe(404)
    const answer = await raw(session, address, {
      method: 'PUT',
      body: new Uint8Array(1000),
      headers: { 'content-type': 'application/pdf', origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(403)
    expect((await send(session, address, exact())).status).toBe(204)
  })

  /** Sends half a file, and disconnects. */
  function sendHalf(address: string, type: string): Promise<void> {
    return new Promise((resolve) => {
      const sending = httpRequest(address, {
        method: 'PUT',
        headers: {
          'content-type': type,
          'content-length': 1000,
          cookie: `session=${session.cookies.get('session')}`,
        },
      })
      sending.on('error', () => undefined)
      sending.on('close', () => resolve())
      sending.on('response', () => sending.destroy())
      sending.write(Buffer.alloc(500))
      setTimeout(() => sending.destroy(), 300)
    })
  }

  test.each(['application/pdf', 'image/png'])(
    'that is interrupted: nothing is left, and it can be sent again (%s)',
    async (type) => {
      const address = await requestAddress(session, announced)
      await sendHalf(address, type)
      const { db } = server.context.database
      const receivedAt = async () =>
        (await db.select().from(uploads).where(eq(uploads.userId, client.id)))[0]?.receivedAt
      await expect.poll(receivedAt).toBeNull()
      expect(await leftovers()).toEqual([])
      expect((await send(session, address, exact())).status).toBe(204)
    },
  )
})

test('a server behind a known address gives out addresses there', async () => {
  const behind = await startTestServer({ settings: { baseUrl: new URL('https://onboarding.example') } })
  try {
    const { username } = await makeClient(behind.context)
    const answer = await (
      await behind.as(username)
    ).post('/api/objects/upload', {}, { origin: 'https://onboarding.example' })
    expect(answer.body).toMatchObject({
      uploadURL: expect.stringMatching(/^https:\/\/onboarding\.example\/api\/objects\/upload\//u),
    })
  } finally {
    await behind.close()
  }
})
