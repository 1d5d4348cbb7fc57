import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sessions } from '#features/access/schema/tables.ts'
import { timeLimits } from '#base/server/db/time-limits.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { hashToken } from '#base/server/encryption/secret-token.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { keyedActs, keyedCalls, makeStaff, sendKeyed } from '#test/support/keyed-acts.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Concurrent requests of one user (docs/decisions/0042). */
const AT_ONCE = 10
/** Time limit for setting up the requests, in milliseconds. */
const IN_TIME = 30_000
/** Longer than a session check is valid (session-check.ts). */
const OLD_MS = 300

let server: TestServer
let system: HttpSession
beforeAll(async () => {
  server = await startTestServer({ limits: timeLimits.jobs, settings: { undoMs: 0 } })
  const { username } = await makeUser(server.context, { role: 'system_administrator' })
  system = await server.as(username)
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const patchUser = (id: string, change: object) => system.patch(`/api/system-admin/users/${id}`, change)

async function endSession({ cookies }: HttpSession): Promise<void> {
  const tokenHash = hashToken(cookies.get('session') ?? '')
  await server.context.database.db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ways in which an account loses its rights while its requests wait. */
const revocations: Record<string, (user: MadeUser, session: HttpSession) => Promise<HttpAnswer>> = {
  'is deactivated': ({ id }) => patchUser(id, { deactivated: true }),
  'gets another role': ({ id }) => patchUser(id, { role: 'system_administrator' }),
  'is signed out by an administrator': ({ id }) => system.post(`/api/system-admin/users/${id}/sign-out`),
  'gets a temporary password': ({ id }) => system.post(`/api/system-admin/users/${id}/reset-password`),
  'signs out in another window': async (_, session) => {
    await endSession(session)
    return session.get('/healthz')
  },
}

const query = (text: string, values: unknown[] = []) =>
  server.context.database.pool.query<Record<string, unknown>>(text, values)

/** Waits until this many requests wait for a lock. */
async function untilBlocked(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await query(
        `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows[0]?.['count']).toBeGreaterThanOrEqual(count)
    },
    { timeout: IN_TIME },
  )
}

/** What an account has done according to the audit log, and all existing objects. */
async function effectsOf({ id, username }: MadeUser): Promise<unknown> {
  const { rows } = await query(
    `select (select count(*) from audit_events where actor_id = $1)::int as events,
      (select count(*) from users)::int as users, (select count(*) from mail_outbox
        where recipient <> $2)::int as mails,
      (select count(*) from bulk_acts)::int as acts,
      (select string_agg(status || version || coalesce(wealth_manager_id::text, ''), ',' order by id) from applications) as applications`,
    [id, username],
  )
  return rows
}

describe.each(Object.entries(revocations))('an admin who %s', (_, revoke) => {
  test('has no queued request executed, and none that waits for a lock', async () => {
    const { context } = server
    const user = await makeUser(context, { role: 'admin' })
    const admin = await server.as(user.username)
    const manager = await makeUser(context, { role: 'wealth_manager' })
    const make = (status: 'submitted' | 'draft') =>
      makeClient(context, { wealthManagerId: manager.id, application: { status } })
    const [locked, submitted, draft] = [await make('submitted'), await make('submitted'), await make('draft')]
    const before = await effectsOf(user)
    const of = (id: string) => `/api/admin/applications/${id}`
    const onboard = (id: string) => admin.patch(`${of(id)}/status`, { status: 'onboarded' })
    const invite = (at: number) =>
      admin.post('/api/send-invitation', {
        email: `queued-${user.id}-${at}@test.example`,
        wealthManagerId: manager.id,
      })
    await inOwnTransaction(context.database.pool, async (holder: pg.Client) => {
      await holder.query('select from applications where id = $1 for update', [locked.applicationId])
      const asked = vi.spyOn(context.database.pool, 'query')
      const arrivals = () =>
        asked.mock.calls.filter(([sent]: unknown[]) => (sent as { name?: string }).name === 'find_actor')
          .length
      const running = Array.from({ length: AT_ONCE }, () => onboard(locked.applicationId))
      await untilBlocked(AT_ONCE)
      const queued = [
        admin.get('/api/admin/application-export?format=csv'),
        admin.get(`${of(submitted.applicationId)}/download`),
        admin.get('/api/admin/applications'),
        onboard(submitted.applicationId),
        admin.put(`${of(draft.applicationId)}/wealth-manager`, { wealthManagerId: manager.id }),
        admin.post(`${of(draft.applicationId)}/reminder`, {}),
        admin.post('/api/admin/bulk-acts', { act: { name: 'remind' }, ids: [draft.applicationId] }),
        ...Array.from({ length: 20 }, (_unused, at) => invite(at)),
      ]
      await vi.waitFor(() => expect(arrivals()).toBe(AT_ONCE + queued.length), IN_TIME)
      // The last one is admitted once its session is read.
      await Promise.all(asked.mock.results.map(({ value }) => value as Promise<unknown>))
      await wait(OLD_MS)
      expect((await revoke(user, admin)).status).toBeLessThan(300)
      await holder.query('rollback')
      const answers = await Promise.all([...running, ...queued])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    })
    expect(await effectsOf(user)).toEqual(before)
  }, 90_000)
})

/** These lock their own session: revoking it waits for the call. */
const lockSession = [
  'POST /api/account/address',
  'POST /api/confirm-address/mail',
  'POST /api/system-admin/api-tokens',
  'POST /api/system-admin/api-tokens/{id}/rotation',
  'POST /api/system-admin/webhooks',
  'POST /api/system-admin/webhooks/{id}/secret',
] as const
const LOCK_SESSION: ReadonlySet<string> = new Set(lockSession)

describe.each(keyedCalls.filter((call) => !LOCK_SESSION.has(call)))('%s', (call) => {
  test('that waits while its session ends changes nothing, and says so', async () => {
    const staff = await makeStaff(server)
    const act = await keyedActs[call](server, staff)
    const everything = () =>
      query(`select (select count(*) from audit_events)::int as events, (select count(*) from mail_outbox)::int as mails,
        (select count(*) from users)::int as users, (select count(*) from idempotency_keys)::int as keys`)
    const { rows: before } = await everything()
    await inOwnTransaction(server.context.keeper.pool, async (holder) => {
      // Every change writes an audit row, or at least a mail.
      await holder.query('lock table audit_events, mail_outbox in share mode')
      const answer = sendKeyed(call, act, 'queued')
      await untilBlocked(1)
      await wait(OLD_MS)
      await endSession(act.session)
      await holder.query('rollback')
      expect((await answer).status).toBe(401)
    })
    expect((await everything()).rows).toEqual(before)
  }, 60_000)
})

describe.each(lockSession)('%s', (call) => {
  test('that has locked its session completes before the session can end, and nothing after it does', async () => {
    const act = await keyedActs[call](server, await makeStaff(server))
    await inOwnTransaction(server.context.keeper.pool, async (holder) => {
      await holder.query('lock table audit_events, mail_outbox in share mode')
      const answer = sendKeyed(call, act, 'queued')
      await untilBlocked(1)
      await wait(OLD_MS)
      let hasEnded = false
      const ended = endSession(act.session).then(() => (hasEnded = true))
      await untilBlocked(2)
      expect(hasEnded).toBe(false)
      await holder.query('rollback')
      expect((await answer).status).toBeLessThan(300)
      await ended
    })
    expect((await sendKeyed(call, act, 'later')).status).toBe(401)
  }, 60_000)
})

describe.each([
  ['asked for', '/api/application'],
  ['while the client types', '/api/application?draft=1'],
])('a save %s', (_, path) => {
  test('that waits for a row lock while the session ends is rejected and writes nothing', async () => {
    const client = await makeClient(server.context)
    const session = await server.as(client.username)
    const stored = async () => {
      const { rows } = await query(
        `select applications.*, (select count(*) from audit_events)::int as events,
          (select count(*) from draft_stretches)::int as stretches
        from applications where id = $1`,
        [client.applicationId],
      )
      return rows
    }
    const before = await stored()
    const save = () => session.put(path, { occupation: 'Harbour pilot' })
    await inOwnTransaction(server.context.database.pool, async (holder) => {
      await holder.query('select from applications where id = $1 for update', [client.applicationId])
      const answer = save()
      await untilBlocked(1)
      await wait(OLD_MS)
      await endSession(session)
      await holder.query('rollback')
      expect((await answer).status).toBe(401)
    })
    expect(await stored()).toEqual(before)
  })

  test('that waits for a row lock is stored afterwards', async () => {
    const client = await makeClient(server.context)
    const session = await server.as(client.username)
    await inOwnTransaction(server.context.database.pool, async (holder) => {
      await holder.query('select from applications where id = $1 for update', [client.applicationId])
      const answer = session.put(path, { occupation: 'Harbour pilot' })
      await untilBlocked(1)
      await wait(OLD_MS)
      await holder.query('rollback')
      expect([(await answer).status, (await answer).body]).toMatchObject([
        200,
        { occupation: 'Harbour pilot' },
      ])
    })
  })
})

test('a read that waits while its session ends is not answered', async () => {
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const session = await server.as(manager.username)
  const { applicationId } = await makeClient(server.context, { wealthManagerId: manager.id })
  const read = () => session.get(`/api/admin/applications/${applicationId}/notes`)
  expect((await read()).status).toBe(200)
  await inOwnTransaction(server.context.database.pool, async (holder) => {
    await holder.query('lock table notes in access exclusive mode')
    const answer = read()
    await untilBlocked(1)
    await wait(OLD_MS)
    await endSession(session)
    await holder.query('rollback')
    expect((await answer).status).toBe(401)
  })
})
