import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecurityAuditEntry, SystemAuditEntry } from '#features/audit/api.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { linkTo, type HttpAnswer, type HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { updateCounters } from './counters.ts'

const SYSTEM_LOG = '/api/system-admin/audit-logs'
const ip = '198.51.100.7'

let server: TestServer
let system: HttpSession
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const rowsIn = (answer: HttpAnswer) => answer.body as SystemAuditEntry[]
const nextOf = (answer: HttpAnswer) => linkTo('next', answer) ?? undefined

/** All results of a query, page by page, and the number of rows of each page. */
async function readAll(path: string) {
  const rows: SystemAuditEntry[] = []
  const pages: number[] = []
  for (let address: string | undefined = path; address !== undefined;) {
    const answer = await system.get(address)
    expect(answer.status).toBe(200)
    rows.push(...rowsIn(answer))
    pages.push(rowsIn(answer).length)
    address = nextOf(answer)
  }
  return { rows, pages }
}

const minute = (count: number) => new Date(Date.UTC(2026, 0, 5, 8, count))

/** A command context of an administrator at a given time. */
function actAt(userId: string, now: Date): CommandContext<Doer> {
  return { context: server.context, actor: { userId, role: 'admin' }, origin: { ip, userAgent: null }, now }
}

/** A user with so many rows, a minute apart, every third of which failed. */
async function makeActor(count: number) {
  const user = await makeUser(server.context, { role: 'admin', fullName: 'Thandi Mokoena' })
  for (let index = 0; index < count; index += 1) {
    const success = index % 3 !== 0
    const work = autocommit(actAt(user.id, minute(index)))
    await (success
      ? record(work, 'session.signed-in', user.id, { temporaryPassword: false })
      : recordFailure(work, 'password.change-failed', user.id, { reason: 'wrong-password' }))
  }
  return user
}

describe('a row', () => {
  test('has the fields of the specification in either view', async () => {
    const user = await makeActor(2)
    const [newest, oldest] = rowsIn(await system.get(`${SYSTEM_LOG}?user=${user.id}`))
    expect(newest).toEqual({
      id: expect.stringMatching(/^\d+$/u) as unknown,
      timestamp: minute(1).toISOString(),
      userId: user.id,
      userName: 'Thandi Mokoena',
      action: 'session.signed-in',
      resource: `session ${user.id}`,
      resourceName: 'Thandi Mokoena',
      ipAddress: ip,
      status: 'SUCCESS',
    })
    expect(oldest).toMatchObject({ action: 'password.change-failed', status: 'FAILURE' })
    const answer = await admin.get(`/api/admin/security/audit-logs?limit=1&user=${user.id}`)
    expect(answer.body as SecurityAuditEntry[]).toEqual([
      {
        id: newest?.id,
        timestamp: minute(1).toISOString(),
        userId: user.id,
        userName: 'Thandi Mokoena',
        action: 'session.signed-in',
        success: true,
        ip,
        resource: `session ${user.id}`,
        resourceName: 'Thandi Mokoena',
      },
    ])
  })
})

describe('filtering the log', () => {
  let user: Awaited<ReturnType<typeof makeActor>>
  beforeAll(async () => {
    user = await makeActor(9)
  })

  test.each<[what: string, query: string, found: number]>([
    ['by nothing but the user', '', 9],
    ['by what was done', '&action=session.signed-in', 6],
    ['by what failed', '&outcome=failure', 3],
    ['by what succeeded', '&outcome=success', 6],
    ['by a beginning, which belongs to it', `&from=${minute(6).toISOString()}`, 3],
    ['by an end, which does not', `&to=${minute(6).toISOString()}`, 6],
    ['by all of these', `&action=session.signed-in&outcome=success&from=${minute(1).toISOString()}`, 6],
    ['by what contradicts itself', '&action=session.signed-in&outcome=failure', 0],
  ])('%s', async (_what, query, found) => {
    for (const named of [user.id, user.username, user.username.toUpperCase()]) {
      const { rows } = await readAll(`${SYSTEM_LOG}?limit=2&user=${named}${query}`)
      expect(rows).toHaveLength(found)
      expect(rows.map(({ timestamp }) => timestamp)).toEqual(
        rows.map(({ timestamp }) => timestamp).toSorted((one, other) => (one < other ? 1 : -1)),
      )
      expect(new Set(rows.map(({ id }) => id)).size).toBe(found)
    }
  })

  test('by name of the actor, in any case', async () => {
    const { id } = await makeUser(server.context, { role: 'admin', fullName: 'Zanele Unique-Name' })
    await record(autocommit(actAt(id, minute(1))), 'session.signed-out', id, {})
    const { rows } = await readAll(`${SYSTEM_LOG}?user=unique%20zanele`)
    expect(rows.map(({ action, userName }) => [action, userName])).toEqual([
      ['session.signed-out', 'Zanele Unique-Name'],
    ])
  })

  test('a name of too many people is refused', async () => {
    for (let count = 0; count < 21; count += 1) {
      await makeUser(server.context, { role: 'admin', fullName: 'Common Surname' })
    }
    const answer = await system.get(`${SYSTEM_LOG}?user=common%20surname`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('more of the name') as unknown })
  })

  test('by client: account and application, named; by reference: the application alone', async () => {
    const fullName = 'Ayanda Only-Client'
    const client = await makeClient(server.context, { fullName })
    const { reference } = (await admin.get(`/api/admin/applications/${client.applicationId}`)).body as {
      reference: string
    }
    const log = '/api/admin/security/audit-logs'
    const find = async (query: string) => (await admin.get(`${log}?${query}`)).body as SecurityAuditEntry[]
    for (const named of [client.id, client.username, 'only-client ayanda']) {
      const rows = await find(`about=${encodeURIComponent(named)}`)
      expect(rows.map(({ resourceName }) => resourceName)).toEqual(
        rows.map(({ resource }) => (resource.startsWith('user') ? fullName : `${fullName}, ${reference}`)),
      )
      expect(rows.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['user.created', 'application.created', 'application.read']),
      )
    }
    for (const named of [reference, client.applicationId]) {
      const rows = await find(`about=${named}`)
      expect(new Set(rows.map(({ resource }) => resource))).toEqual(
        new Set([`application ${client.applicationId}`]),
      )
    }
    const views = await find(`about=${client.id}&group=views`)
    expect(views.map(({ action }) => action)).toEqual(['application.read'])
    expect(await find('about=nobody@test.example')).toEqual([])
  })

  test('by an unknown user: nothing', async () => {
    expect((await readAll(`${SYSTEM_LOG}?user=nobody@test.example`)).rows).toEqual([])
  })

  test.each([
    'action=nothing',
    'group=nothing',
    'outcome=maybe',
    'from=yesterday',
    'limit=0',
    'limit=501',
    'cursor=x',
    'page=2',
  ])('not by %s', async (query) => {
    expect((await system.get(`${SYSTEM_LOG}?${query}`)).status).toBe(400)
  })
})

test('a page searches a limited number of rows, and the next one continues', async () => {
  const user = await makeUser(server.context, { role: 'admin' })
  const insert = (count: number, from: string, success: boolean) =>
    `insert into audit_events (at, action, success, actor_id, details)
     select timestamptz '${from}' + number * interval '1 s', 'session.signed-in', ${success}, '${user.id}', '{}'
     from generate_series(1, ${count}) number`
  await server.asOwner(insert(1, '2025-01-01', false), insert(12_000, '2025-01-02', true))
  const { rows, pages } = await readAll(`${SYSTEM_LOG}?user=${user.id}&outcome=failure`)
  expect(rows).toHaveLength(1)
  expect(pages).toEqual([0, 0, 1])
})

test('without parameters everything is returned, up to 10,000 rows; with a limit it pages', async () => {
  const all = await system.get(SYSTEM_LOG)
  expect(rowsIn(all)).toHaveLength(10_000)
  expect(all.headers.get('link')).toContain('rel="next"')
  const next = linkTo('next', all) ?? ''
  const rest = rowsIn(await system.get(`${next}&limit=1`))
  expect(Date.parse(rest[0]?.timestamp ?? '')).toBeLessThanOrEqual(
    Date.parse(rowsIn(all).at(-1)?.timestamp ?? ''),
  )
  expect(rowsIn(await system.get(`${SYSTEM_LOG}?limit=2`))).toHaveLength(2)
})

test('the total is returned without a filter, whether counters are up to date or not', async () => {
  const { context } = server
  const expectCounted = async () => {
    const { rows } = await context.database.pool.query<{ count: string }>('select count(*) from audit_events')
    expect((await system.get(SYSTEM_LOG)).headers.get('x-total-count')).toBe(rows[0]?.count)
  }
  await expectCounted()
  await updateCounters(context)
  await expectCounted()
  await makeActor(1)
  await expectCounted()
  await updateCounters(context)
  await expectCounted()
  const page = await system.get(`${SYSTEM_LOG}?outcome=success&limit=1`)
  expect(page.headers.get('x-total-count')).toBeNull()
})

describe('the export', () => {
  test('is everything that the filter finds, as CSV, without formulas', async () => {
    const user = await makeUser(server.context, {
      role: 'admin',
      fullName: '=HYPERLINK("http://evil.example")',
    })
    await record(autocommit(actAt(user.id, minute(0))), 'session.signed-out', null, {})
    const { status, headers, text } = await system.get(`${SYSTEM_LOG}/export?user=${user.id}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]+\.csv"$/u)
    const [head, row, ...rest] = text.split('\r\n')
    expect(head).toBe('Number;Timestamp;User;User id;Action;Resource;IP Address;Status;Details;Resource Name')
    expect(row).toBe(
      `${row?.split(';')[0]};${minute(0).toISOString()};"'=HYPERLINK(""http://evil.example"")";${user.id};` +
        `session.signed-out;session;${ip};SUCCESS;{};`,
    )
    expect(rest).toEqual([''])
  })

  test('continues beyond one page, and is recorded itself', async () => {
    const everything = await system.get(`${SYSTEM_LOG}/export?to=2026-01-01T00:00:00Z`)
    expect(everything.text.split('\r\n')).toHaveLength(1 + 12_001 + 1)
    const [recorded] = rowsIn(await system.get(`${SYSTEM_LOG}?action=audit-log.exported&limit=1`))
    expect(recorded).toMatchObject({ status: 'SUCCESS', resource: 'audit-log' })
    const { rows } = await server.context.database.pool.query<{ details: unknown }>(
      'select details from audit_events where id = $1',
      [recorded?.id],
    )
    expect(rows).toEqual([{ details: { filters: ['to'] } }])
  })
})
