import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { newId } from '#base/server/db/id.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { mailsTo } from '#test/support/records.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { todaySources } from '#app/server/today-sources.ts'
import { sendDigests } from './digest.ts'

const morning = (day: string) => new Date(`${day}T07:00:00+02:00`)
/** A Monday. */
const MONDAY = morning('2026-11-23')
const TUESDAY = morning('2026-11-24')
const NAME = 'Thandiwe Nkosi'

let server: TestServer
let admin: MadeUser
let manager: MadeUser
beforeEach(async () => {
  server = await startTestServer({ now: () => MONDAY })
  admin = await makeUser(server.context, { role: 'admin' })
  manager = await makeUser(server.context, { role: 'wealth_manager' })
})
afterEach(() => server.close())

/** Runs the job at a given time. */
const send = (now: Date) => sendDigests({ ...server.context, now: () => now }, todaySources)

async function waits(wealthManagerId: string | null, since: string, status: ApplicationStatus = 'submitted') {
  const made = await makeClient(server.context, { wealthManagerId, fullName: NAME, application: { status } })
  await server.context.database.db
    .update(applications)
    .set({ submittedAt: new Date(since), statusChangedAt: new Date(since) })
    .where(eq(applications.id, made.applicationId))
  return made
}

async function digestsOf({ username }: MadeUser) {
  const mails = await mailsTo(server.context, username)
  return mails.filter(({ template }) => template === 'staff-digest')
}

test('managers get their own clients, admins what only they can do', async () => {
  const other = await makeUser(server.context, { role: 'wealth_manager' })
  // Due on Wednesday the 18th, and on this Monday.
  await waits(manager.id, '2026-11-13T08:00:00Z')
  await waits(manager.id, '2026-11-18T08:00:00Z', 'under_review')
  await waits(manager.id, '2026-11-01T08:00:00Z', 'approved')
  await waits(other.id, '2026-11-20T08:00:00Z')
  await waits(null, '2026-11-20T08:00:00Z')
  await server.context.database.db.insert(notifications).values({
    id: newId(),
    userId: manager.id,
    kind: 'clients-assigned',
    at: MONDAY,
  })
  await send(MONDAY)
  const [own] = await digestsOf(manager)
  expect(own?.subject).toBe('3 things to do, 1 late')
  expect(own?.text).toContain('Application submitted: 2')
  expect(own?.text).toContain('Clients moved to you: 1')
  expect(own?.text).toContain('/today')
  expect((await digestsOf(other)).map(({ subject }) => subject)).toEqual(['1 thing to do'])
  const [all] = await digestsOf(admin)
  expect(all?.subject).toBe('2 things to do, 1 late')
  expect(all?.text).toContain('Late answer: 1')
  expect(all?.text).toContain('Assign a wealth manager: 1')
  expect(await todayOf(await server.as(admin.username))).toHaveLength(2)
})

test('contains no client, reference or application', async () => {
  const { username, applicationId } = await waits(manager.id, '2026-11-13T08:00:00Z')
  await send(MONDAY)
  const [mail] = await digestsOf(manager)
  expect(mail?.html).toContain('href="')
  for (const written of [mail?.subject, mail?.text, mail?.html]) {
    expect(written).not.toContain(NAME)
    expect(written).not.toContain(username)
    expect(written).not.toContain(applicationId)
    expect(written).not.toMatch(/PPW-/u)
  }
})

test('any number of servers, repeatedly, send it once a day', async () => {
  await waits(manager.id, '2026-11-13T08:00:00Z')
  await Promise.all([send(MONDAY), send(MONDAY), send(MONDAY)])
  await send(MONDAY)
  expect([(await digestsOf(manager)).length, (await digestsOf(admin)).length]).toEqual([1, 1])
  await send(TUESDAY)
  expect(await digestsOf(manager)).toHaveLength(2)
  // A clock that goes back a day sends nothing.
  await send(MONDAY)
  expect(await digestsOf(manager)).toHaveLength(2)
})

test('an interrupted run is continued, and sends nothing twice', async () => {
  await waits(manager.id, '2026-11-13T08:00:00Z')
  const refuse = `create function refuse_admin() returns trigger language plpgsql as
    $$ begin if new.recipient = '${admin.username}' then raise exception 'no'; end if; return new; end $$`
  await server.asOwner(
    refuse,
    'create trigger refuse_admin before insert on mail_outbox for each row execute function refuse_admin()',
    'alter table mail_outbox enable always trigger refuse_admin',
  )
  await send(MONDAY)
  expect([(await digestsOf(manager)).length, (await digestsOf(admin)).length]).toEqual([1, 0])
  await server.asOwner('drop trigger refuse_admin on mail_outbox')
  await send(MONDAY)
  expect([(await digestsOf(manager)).length, (await digestsOf(admin)).length]).toEqual([1, 1])
})

test('nothing is sent before seven, at weekends and on holidays; a server that was down at seven sends it later that day', async () => {
  await waits(manager.id, '2026-11-20T08:00:00Z')
  for (const time of ['2026-11-23T04:59:59Z', '2026-11-22T09:00:00Z', '2026-12-25T09:00:00Z']) {
    await send(new Date(time))
  }
  expect(await digestsOf(manager)).toEqual([])
  await send(new Date('2026-11-23T14:20:00Z'))
  expect(await digestsOf(manager)).toHaveLength(1)
})

test('users without open work get none, even if work arrives later that day', async () => {
  await send(MONDAY)
  await waits(manager.id, '2026-11-23T06:00:00Z')
  await send(new Date('2026-11-23T07:00:00Z'))
  expect([await digestsOf(manager), await digestsOf(admin)]).toEqual([[], []])
  await send(TUESDAY)
  expect((await digestsOf(manager)).map(({ subject }) => subject)).toEqual(['1 thing to do'])
})

test('its owner switches it off, and on again from the next day, without effect on others', async () => {
  await waits(manager.id, '2026-11-13T08:00:00Z')
  const session = await server.as(manager.username)
  const choose = (off: string[]) => session.put('/api/account/notification-choices', { off })
  expect((await choose(['digest:mail'])).body).toEqual({ off: ['digest:mail'] })
  expect((await choose(['application-submitted:mail'])).status).toBe(400)
  await send(MONDAY)
  expect([(await digestsOf(manager)).length, (await digestsOf(admin)).length]).toEqual([0, 1])
  await choose([])
  await send(MONDAY)
  expect(await digestsOf(manager)).toEqual([])
  await send(TUESDAY)
  expect(await digestsOf(manager)).toHaveLength(1)
})

test('invited and deactivated users get none', async () => {
  const { context } = server
  const invited = await makeUser(context, { role: 'wealth_manager', invited: true })
  const gone = await makeUser(context, { role: 'admin' })
  await waits(invited.id, '2026-11-20T08:00:00Z')
  await context.database.db.update(users).set({ deactivatedAt: MONDAY }).where(eq(users.id, gone.id))
  await send(MONDAY)
  expect([await digestsOf(invited), await digestsOf(gone)]).toEqual([[], []])
})
