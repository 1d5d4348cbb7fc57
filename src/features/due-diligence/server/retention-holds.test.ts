import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Approval } from '#features/approvals/api.ts'
import type { Hold } from '#features/due-diligence/api/retention-holds.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import { declarations } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { holdForMatch } from './retention-holds.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import {
  completePack,
  dueDiligenceOn,
  heldByCourt,
  makePackClient,
  reviewedPackOf,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const YEAR_MS = 365.25 * DAY_MS

let server: TestServer
let admin: HttpSession
let username: string
let adminId: string
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const dayAhead = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now })
  ;({ username, id: adminId } = await makeUser(server.context, { role: 'admin', fullName: 'Farah Jacobs' }))
  admin = await server.as(username)
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePackClient>>

/** What is left of a client: rows with their id, files and mails. */
async function leftOf({ client }: Person) {
  const { db } = server.context.database
  const { id, applicationId, username: recipient } = client
  return {
    user: await db.$count(users, eq(users.id, id)),
    declarations: await db.$count(declarations, eq(declarations.applicationId, applicationId)),
    files: await db.$count(documents, eq(documents.ownerId, id)),
    mails: await db.$count(mailOutbox, eq(mailOutbox.recipient, recipient)),
  }
}

/** A client with accepted tasks, papers and a mail, whose relationship has ended now. */
async function ended(): Promise<Person> {
  const person = await makePackClient(server)
  await completePack(person)
  await inTransaction(systemContext(server.context), (work) =>
    queueMail(work, {
      template: 'application-submitted',
      recipient: person.client.username,
      data: { fullName: 'Thandi', applicationId: person.client.applicationId, answerBy: 'Friday' },
    }),
  )
  await server.context.database.db
    .update(applications)
    .set({ status: 'cancelled', statusChangedAt: now(), cancelledAt: now() })
    .where(eq(applications.id, person.client.applicationId))
  return person
}

test('a hold on one of two: after five years nothing is left of the other, and of this one after its last day', async () => {
  const [held, other] = [await ended(), await ended()]
  const until = dayAhead(6 * YEAR_MS)
  const hold = await admin.post(`${held.path}/retention-holds`, { ...heldByCourt, until })
  expect(hold.status).toBe(200)
  const before = await leftOf(held)
  expect(Object.values(before).every((rows) => rows > 0)).toBe(true)

  aheadMs = 5 * YEAR_MS + 20 * DAY_MS
  await eraseEnded(server.context)
  expect(await leftOf(other)).toEqual({ user: 0, declarations: 0, files: 0, mails: 0 })
  expect(await leftOf(held)).toEqual(before)

  // The last day in South Africa, and the day after.
  aheadMs = new Date(`${until}T12:00:00+02:00`).getTime() - Date.now()
  await eraseEnded(server.context)
  expect(await leftOf(held)).toEqual(before)
  aheadMs += DAY_MS
  await eraseEnded(server.context)
  expect(await leftOf(held)).toEqual({ user: 0, declarations: 0, files: 0, mails: 0 })
  const { rows } = await server.context.database.db.execute(sql`select from retention_holds`)
  expect(rows).toHaveLength(0)
  aheadMs = 0
})

test('a lifted hold holds nothing, and both acts are recorded about the hold, with a reason that admins alone read', async () => {
  const person = await ended()
  const { path, manager } = person
  const { body } = await admin.post(`${path}/retention-holds`, heldByCourt)
  const [hold] = body as Hold[]
  expect(hold).toMatchObject({ ...heldByCourt, heldByName: 'Farah Jacobs', holds: true, liftedAt: null })
  expect((await reviewedPackOf(manager, path)).holds).toEqual([])
  const lifted = `${path}/retention-holds/${hold?.id}/lifted`
  expect((await admin.put(lifted, { words: 'The order ended.' })).status).toBe(200)
  expect((await admin.put(lifted, { words: 'Again.' })).status).toBe(200)
  expect((await reviewedPackOf(admin, path)).holds).toMatchObject([
    { holds: false, liftedByName: 'Farah Jacobs', liftedWords: 'The order ended.' },
  ])
  const other = await makePackClient(server)
  const elsewhere = `${other.path}/retention-holds/${hold?.id}/lifted`
  expect((await admin.put(elsewhere, { words: 'Not theirs.' })).status).toBe(404)
  const { rows } = await server.context.database.db.execute(
    sql`select action, details from audit_events where object_id = ${hold?.id} order by id`,
  )
  expect(rows).toEqual([
    { action: 'retention.held', details: { why: 'court', until: heldByCourt.until } },
    { action: 'retention.hold-lifted', details: { why: 'court' } },
  ])
  aheadMs = 5 * YEAR_MS + 20 * DAY_MS
  await eraseEnded(server.context)
  expect(await leftOf(person)).toMatchObject({ user: 0, declarations: 0 })
  aheadMs = 0
})

test('two people lift the hold that a match made, also of a declined client; one lifts a hold set by hand', async () => {
  const other = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const { path, client } = await ended()
  await inTransaction(
    { ...systemContext(server.context), actor: { userId: adminId, role: 'admin' } },
    async (work) => {
      for (let match = 0; match < 2; match += 1) await holdForMatch(work, client.applicationId)
    },
  )
  await admin.post(`${path}/retention-holds`, { ...heldByCourt, why: 'match' })
  const holds = async () => (await reviewedPackOf(admin, path)).holds
  const [byHand, ...ofMatches] = await holds()
  expect([byHand?.ofMatch, ...ofMatches.map(({ ofMatch }) => ofMatch)]).toEqual([false, true, true])
  const lift = (hold: Hold | undefined, words = 'Delisted.') =>
    admin.put(`${path}/retention-holds/${hold?.id}/lifted`, { words })
  for (const hold of [byHand, ...ofMatches]) expect((await lift(hold)).status).toBe(200)
  await lift(ofMatches[0], 'Again.')
  expect((await holds()).map(({ liftedAt }) => liftedAt === null)).toEqual([false, true, true])

  const open = (await reviewedPackOf(admin, path)).approvals.filter(({ state }) => state === 'open')
  expect(open.map(({ kind, askedWords }) => [kind, askedWords])).toEqual([
    ['hold-lifted', 'Delisted.'],
    ['hold-lifted', 'Delisted.'],
  ])
  const waiting = async () => (await todayOf(other)).filter(({ kind }) => kind === 'sign-off').length
  expect(await waiting()).toBe(2)
  const requests = (await other.get('/api/admin/compliance/approvals')).body as Approval[]
  expect(requests.map(({ id }) => id)).toEqual(expect.arrayContaining(open.map(({ id }) => id)))
  const decide = (session: HttpSession, decision: string, at: number) =>
    session.put(`/api/admin/approvals/${open[at]?.id}`, { decision, words: 'Seen.' })
  expect(await decide(admin, 'granted', 0)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  expect((await decide(other, 'granted', 0)).status).toBe(200)
  expect((await decide(other, 'refused', 1)).status).toBe(200)
  expect(await waiting()).toBe(0)
  expect((await holds()).filter((one) => one.ofMatch).map((one) => [one.holds, one.liftedByName])).toEqual(
    expect.arrayContaining([
      [false, 'Farah Jacobs'],
      [true, null],
    ]),
  )
})

test.each([
  [{ until: dayAhead(-2 * DAY_MS) }, 'until', 'Please choose a day from today on'],
  [{ until: dayAhead(40 * YEAR_MS) }, 'until', 'Please choose a day within 30 years'],
  [{ words: '' }, 'words', 'Please enter a reason'],
])('a hold with %o is refused beside its field', async (wrong, path, message) => {
  const person = await makePackClient(server)
  expect(await admin.post(`${person.path}/retention-holds`, { ...heldByCourt, ...wrong })).toMatchObject({
    status: 400,
    body: { errors: [{ path, message }] },
  })
})
