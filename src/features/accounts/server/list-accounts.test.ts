import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { users } from '#features/access/schema/tables.ts'
import { linkTo, type HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

type Listed = AnswerOf<'GET /api/system-admin/users'>

/** More than are scanned before the trigram index is used. */
const CROWD = 2_500

let server: TestServer
let own: MadeUser
let manager: MadeUser
let session: HttpSession
let now = new Date('2026-11-20T08:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  const { context } = server
  manager = await makeUser(context, { role: 'wealth_manager', fullName: 'Naledi Dube' })
  await makeClient(context, { fullName: 'André Müller', username: 'andre@people.example' })
  for (const name of ['ayanda', 'bongani', 'chipo', 'dineo']) {
    now = new Date(now.getTime() + 60_000)
    await makeClient(context, { username: `${name}@people.example`, wealthManagerId: manager.id })
  }
  await makeClient(context, { username: 'invited@people.example', invited: true })
  const gone = await makeUser(context, { role: 'admin', username: 'gone@people.example' })
  await context.database.db.update(users).set({ deactivatedAt: now }).where(eq(users.id, gone.id))
  own = await makeUser(context, { role: 'system_administrator', fullName: 'Carmen Fortuin' })
  session = await server.as(own.username)
})
afterAll(() => server.close())

async function page(path: string) {
  const { status, body, headers } = await session.get(path)
  expect(status).toBe(200)
  return {
    rows: body as Listed,
    names: (body as Listed).map(({ username }) => username.split('@')[0]),
    total: headers.get('x-total-count'),
    next: linkTo('next', { headers }) ?? undefined,
  }
}

const list = (query: string) => page(`/api/system-admin/users?${query}`)

describe('the list of users', () => {
  test('is the newest first, with all columns of the table', async () => {
    const { rows } = await list('role=client&status=active')
    expect(rows.map(({ username }) => username.split('@')[0])).toEqual([
      'dineo',
      'chipo',
      'bongani',
      'ayanda',
      'andre',
    ])
    expect(rows[0]).toEqual({
      id: expect.any(String) as string,
      phone: null,
      username: 'dineo@people.example',
      role: 'client',
      fullName: null,
      status: 'active',
      createdAt: '2026-11-20T08:04:00.000Z',
      wealthManagerId: manager.id,
      wealthManagerName: 'Naledi Dube',
      faisDocumentPath: null,
      hasSecondFactor: false,
      seniorManager: false,
      compliance: false,
      screening: null,
      clients: 0,
    })
  })

  test.each([
    ['status=invited', ['invited']],
    ['status=deactivated', ['gone']],
    ['role=admin', ['gone']],
    ['role=admin&status=active', []],
    ['search=DINEO', ['dineo']],
    ['search=people+chipo', ['chipo']],
    ['search=muller', ['andre']],
    ['search=100%25', []],
    ['search=fortuin&role=client', []],
    ['search=fortuin&role=system_administrator&status=active', [expect.any(String)]],
  ])('%s', async (query, names) => {
    const found = await list(query)
    expect(found.names).toEqual(names)
    expect(found.total).toBe(String(names.length))
  })

  test('continues after the previous page, with the same total', async () => {
    const seen: string[][] = []
    let path: string | undefined = '/api/system-admin/users?role=client&limit=4'
    while (path !== undefined) {
      const found: Awaited<ReturnType<typeof page>> = await page(path)
      expect(found.total).toBe('6')
      seen.push(found.names.map((name) => name ?? ''))
      path = found.next
    }
    expect(seen.map(({ length }) => length)).toEqual([4, 2])
    expect(new Set(seen.flat()).size).toBe(6)
  })

  test.each(['cursor=nonsense', 'cursor=W10', 'status=asleep', 'limit=501', 'sort=name'])(
    'refuses %s',
    async (query) => {
      expect((await session.get(`/api/system-admin/users?${query}`)).status).toBe(400)
    },
  )
})

describe('the status of applications', () => {
  test('is returned for the named users', async () => {
    const { rows } = await list('search=chipo')
    const id = rows[0]?.id ?? ''
    const answer = await session.get(`/api/system-admin/applications?userIds=${id},${own.id}`)
    expect(answer.body).toEqual([
      { userId: id, status: 'draft', currentStep: 'personal', createdByWealthManagerId: manager.id },
    ])
  })

  test('is returned for all, page by page', async () => {
    const seen: string[] = []
    let path: string | undefined = '/api/system-admin/applications?limit=4'
    while (path !== undefined) {
      const { body, headers } = await session.get(path)
      seen.push(...(body as AnswerOf<'GET /api/system-admin/applications'>).map(({ userId }) => userId))
      path = linkTo('next', { headers }) ?? undefined
    }
    expect(new Set(seen).size).toBe(6)
    expect(seen).toHaveLength(6)
  })
})

describe('the figures', () => {
  const stats = async () =>
    (await session.get('/api/system-admin/stats')).body as AnswerOf<'GET /api/system-admin/stats'>

  test('count users, sessions and applications', async () => {
    const figures = await stats()
    expect(figures).toMatchObject({ totalUsers: 9, totalApplications: 6 })
    expect(figures.users).toContainEqual({ role: 'client', status: 'invited', count: 1 })
    expect(figures.users).toContainEqual({ role: 'admin', status: 'deactivated', count: 1 })
  })

  test('exclude expired sessions, and those of deactivated users', async () => {
    const before = (await stats()).activeSessions
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    await server.as(username)
    expect((await stats()).activeSessions).toBe(before + 1)
    await session.patch(`/api/system-admin/users/${id}`, { deactivated: true })
    expect((await stats()).activeSessions).toBe(before)
    const other = await makeUser(server.context, { role: 'admin' })
    await server.as(other.username)
    const started = now
    now = new Date(now.getTime() + 31 * 60_000)
    session = await server.as(own.username)
    expect((await stats()).activeSessions).toBe(1)
    now = started
    session = await server.as(own.username)
  })

  test('follow every change of a user', async () => {
    const { context } = server
    const of = async (role: string, status: string) =>
      (await stats()).users.find((one) => one.role === role && one.status === status)?.count ?? 0
    const { id } = await makeClient(context)
    const [clients, admins, gone] = [
      await of('client', 'active'),
      await of('admin', 'active'),
      await of('admin', 'deactivated'),
    ]
    await session.patch(`/api/system-admin/users/${id}`, { role: 'admin' })
    expect([await of('client', 'active'), await of('admin', 'active')]).toEqual([clients - 1, admins + 1])
    await session.patch(`/api/system-admin/users/${id}`, { deactivated: true })
    expect([await of('admin', 'active'), await of('admin', 'deactivated')]).toEqual([admins, gone + 1])
    await session.delete(`/api/system-admin/users/${id}`)
    expect(await of('admin', 'deactivated')).toBe(gone)
  })
})

describe('in a large list', () => {
  beforeAll(async () => {
    await server.context.database.pool.query(
      `insert into users (id, username, role, full_name, created_at)
       select gen_random_uuid(), 'crowd' || n || '@crowd.example', 'client', 'Another Client', $1::timestamptz + n * interval '1 second'
       from generate_series(1, $2) n`,
      [new Date('2026-11-21T08:00:00Z'), CROWD],
    )
  })

  test('an old account is found', async () => {
    expect((await list('search=bongani')).names).toEqual(['bongani'])
    expect((await list('search=bongani&role=admin')).names).toEqual([])
  })

  test('many matches are paged, each once', async () => {
    const seen: string[] = []
    let path: string | undefined = '/api/system-admin/users?search=another%20client&limit=500'
    while (path !== undefined) {
      const found: Awaited<ReturnType<typeof page>> = await page(path)
      seen.push(...found.rows.map(({ id }) => id))
      path = found.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([CROWD, CROWD])
  })
})
