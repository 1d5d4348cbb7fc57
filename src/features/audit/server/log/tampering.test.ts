import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChainState } from '#features/audit/api.ts'
import type { SecurityMetrics } from '#features/operations/api/security.ts'
import type { SystemSecurity } from '#features/operations/api/system.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { checkChain } from './check-chain.ts'
import { extendChain } from './extend-chain.ts'

let server: TestServer
let admin: HttpSession
let system: HttpSession
beforeEach(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  system = await server.as((await makeUser(server.context, { role: 'system_administrator' })).username)
})
afterEach(() => server.close())

/** Lets the log grow until it has so many rows, all of them chained. */
async function growTo(rows: number): Promise<void> {
  const { pool } = server.context.database
  const newest = async () =>
    (await pool.query<{ id: number }>('select max(id)::int as id from audit_events')).rows[0]?.id ?? 0
  while ((await newest()) < rows) await system.get('/api/system-admin/audit-logs/export?outcome=failure')
  await extendChain(server.context)
}

async function shown() {
  const metrics = (await admin.get('/api/admin/security/metrics')).body as SecurityMetrics
  const { protections } = (await system.get('/api/system-admin/security')).body as SystemSecurity
  const state = (await system.get('/api/system-admin/audit-log-state')).body as ChainState
  expect(metrics.auditLog).toEqual(state)
  return { state, metrics, protection: protections.find(({ name }) => name === 'audit-chain') }
}

test('before the first check the state is unknown', async () => {
  const { state, protection } = await shown()
  expect(state).toEqual({
    sound: null,
    verifiedUpTo: null,
    verifiedUntil: null,
    checkedAt: null,
    wholeCheckedAt: null,
    firstAltered: null,
  })
  expect(protection?.state).toBe('partly')
})

test('a valid log is verified up to its newest row, each check continuing from the last', async () => {
  await growTo(3)
  expect(await checkChain(server.context, 'newest')).toMatchObject({ sound: true, rows: 3 })
  await growTo(5)
  expect(await checkChain(server.context, 'newest')).toMatchObject({ sound: true, rows: 2 })
  const { state, protection } = await shown()
  expect(state).toMatchObject({ sound: true, verifiedUpTo: 5, wholeCheckedAt: null, firstAltered: null })
  expect(state.verifiedUntil).not.toBeNull()
  expect(protection).toMatchObject({ state: 'on', detail: 'No tampering found.' })
  expect(await checkChain(server.context, 'whole')).toMatchObject({ sound: true, rows: 5 })
})

/** Changes by the database owner, whom no trigger stops, and the row that is then reported. */
const alterations: [what: string, statements: string[], first: number][] = [
  ['edits a row', ["update audit_events set ip = '203.0.113.9' where id = 3"], 3],
  ['deletes a row', ['delete from audit_events where id = 2'], 2],
  [
    'changes the order of two rows',
    [
      'update audit_events set id = 90 where id = 2',
      'update audit_events set id = 2 where id = 4',
      'update audit_events set id = 4 where id = 90',
    ],
    2,
  ],
  [
    'cuts off the end',
    ['delete from audit_events where id > 3', 'delete from audit_chain where event_id > 3'],
    5,
  ],
  ['empties it', ['truncate audit_events', 'truncate audit_chain'], 5],
]

test.each(alterations)(
  'an owner who %s is detected, and both dashboards report the row',
  async (_what, statements, first) => {
    await growTo(5)
    await server.asOwner(...statements)
    expect(await checkChain(server.context, 'whole')).toMatchObject({ sound: false, eventId: first })
    const { state, metrics, protection } = await shown()
    expect(state).toMatchObject({ sound: false, firstAltered: { id: first } })
    expect(protection).toMatchObject({
      state: 'off',
      detail: expect.stringContaining(`row ${first},`) as unknown,
    })
    expect(metrics.suspiciousActivitiesLast24h).toBe(1)
  },
)

test.each(alterations.slice(3))(
  'an owner who %s after a check is detected by the next one',
  async (_what, statements) => {
    await growTo(5)
    await checkChain(server.context, 'newest')
    await server.asOwner(...statements)
    expect(await checkChain(server.context, 'newest')).toMatchObject({ sound: false, eventId: 5 })
  },
)

test('an alteration stays on the dashboard while newer rows are valid, and is recorded once', async () => {
  await growTo(5)
  await checkChain(server.context, 'newest')
  await server.asOwner('update audit_events set success = false where id = 2')
  await checkChain(server.context, 'whole')
  await checkChain(server.context, 'whole')
  expect(await checkChain(server.context, 'newest')).toMatchObject({ sound: true })
  const { state, metrics } = await shown()
  expect(state).toMatchObject({ sound: false, firstAltered: { id: 2 }, verifiedUpTo: 5 })
  expect(metrics.suspiciousActivitiesLast24h).toBe(1)
  await server.asOwner('update audit_events set success = true where id = 2')
  await checkChain(server.context, 'whole')
  expect((await shown()).state.sound).toBe(true)
})
