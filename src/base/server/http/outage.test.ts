import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { problemSchema } from '#base/rules/api/problem.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { openDatabase } from '#base/server/db/database.ts'
import { makePng } from '#test/support/files.ts'
import { startFaultyServer, type FaultyServer } from '#test/support/faults/server.ts'
import { VERSION } from '#base/server/version.ts'
import type { HttpSession } from '#test/support/http.ts'
import { openShakyWay } from '#test/support/shaky-way.ts'
import { raw, requestAddress } from '#test/support/uploads.ts'

const PASSWORD = 'four quiet herons wading'
/** The limit of docs/reliability.md, plus tolerance for a busy machine. */
const ANSWERED_WITHIN_MS = 10_000 + 2000

let server: FaultyServer
let session: HttpSession
let username: string
let address: string

beforeAll(async () => {
  server = await startFaultyServer()
  ;({ username } = await makeClient(server.context, { password: PASSWORD }))
  session = await server.as(username)
  address = await requestAddress(session)
})
afterAll(() => server.close())

/** One call of each kind: read, write, sign in, upload. */
const calls: Record<string, () => Promise<{ status: number; headers: Headers; text: string }>> = {
  'GET /api/user': () => session.get('/api/user'),
  'PUT /api/application': () => session.put('/api/application', { city: 'Makhanda' }),
  'POST /api/login': () => server.visit().post('/api/login', { username, password: PASSWORD }),
  'PUT an upload': async () => {
    const { bytes, ...answer } = await raw(session, address, {
      method: 'PUT',
      body: new Uint8Array(makePng()),
      headers: { 'content-type': 'image/png' },
    })
    return { ...answer, text: bytes.toString() }
  },
}

describe.each(Object.entries(calls))('%s, while the database is unavailable', (_, call) => {
  beforeEach(() => server.wire.cut())
  afterEach(() => server.wire.mend())

  test('fails at once with a plain message, and works again afterwards without a restart', async () => {
    const { status, headers, text } = await call()
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(problemSchema.parse(JSON.parse(text)).detail).toContain('try again in a moment')

    await server.wire.mend()
    expect((await call()).status).toBeLessThan(300)
    await server.wire.cut()
  })
})

describe('readiness', () => {
  /** Discards the cached probe result of the last second. */
  const readiness = async () => {
    server.context.node.latest = null
    return session.get('/readyz')
  }

  test('stays during a short database outage; healthz reports it', async () => {
    expect((await readiness()).status).toBe(200)
    await server.wire.cut()
    expect(await readiness()).toMatchObject({ status: 200, body: { failed: [] } })
    expect((await session.get('/healthz')).body).toEqual({ status: 'ok', proxy: 'trusted' })
    const { status, body } = await session.get('/healthz?verbose')
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        proxy: 'trusted',
        version: VERSION,
        versions: [],
        parts: expect.objectContaining({ database: 'failing' }) as object,
      },
    ])
    await server.wire.mend()
    expect((await readiness()).status).toBe(200)
  })

  test('is lost when the database is unreachable for seconds, and comes back with it', async () => {
    await server.wire.cut()
    server.context.node.heardAt -= 4000
    expect(await readiness()).toMatchObject({ status: 503, body: { failed: ['database'] } })
    await server.wire.mend()
    expect((await readiness()).status).toBe(200)
  })

  test('queries the database at most once a second, however often it is requested', async () => {
    server.context.node.latest = null
    const asked = vi.spyOn(server.context.database.unsynced, 'query')
    const began = performance.now()
    await Promise.all(Array.from({ length: 50 }, () => session.get('/readyz')))
    const seconds = (performance.now() - began) / 1000
    const questions = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('look_around'))
    expect(questions.length).toBeGreaterThan(0)
    expect(questions.length).toBeLessThanOrEqual(1 + seconds)
  })

  test('stays while a bucket is unavailable, and is lost with a failing local disk', async () => {
    const { context } = server
    const before = context.store
    const check = () => Promise.reject(new Error('It does not answer.'))
    context.store = { ...before, kind: 's3', check }
    expect((await readiness()).status).toBe(200)
    context.store = { ...before, kind: 'disk', check }
    expect(await readiness()).toMatchObject({ status: 503, body: { failed: ['disk'] } })
    context.store = before
    expect((await readiness()).status).toBe(200)
  })
})

test('a database that stops answering delays no one: every call fails within seconds with a retry hint', async () => {
  const { context } = server
  const way = await openShakyWay(context.settings.databaseUrl ?? '')
  const database = openDatabase(way.url, () => undefined)
  const before = context.database
  try {
    context.database = database
    address = await requestAddress(session)
    for (const call of Object.values(calls)) expect((await call()).status).toBeLessThan(300)
    address = await requestAddress(session)
    way.become('silent')
    const answers = await Promise.all(
      Object.values(calls).map(async (call) => {
        const began = performance.now()
        const { status, headers, text } = await call()
        const { detail } = problemSchema.parse(JSON.parse(text))
        expect([status, headers.get('retry-after'), detail]).toEqual([
          503,
          '5',
          expect.stringContaining('try again in a moment'),
        ])
        return performance.now() - began
      }),
    )
    expect(Math.max(...answers)).toBeLessThan(ANSWERED_WITHIN_MS)
    // Readiness does not wait for it either.
    context.node.latest = null
    context.node.heardAt = performance.now() - 4000
    const asked = performance.now()
    expect((await session.get('/readyz')).body).toMatchObject({ failed: ['database'] })
    expect(performance.now() - asked).toBeLessThan(3000)
    way.become('open')
    expect((await session.get('/api/user')).status).toBe(200)
  } finally {
    context.database = before
    await database.close()
    await way.close()
  }
}, 60_000)
