import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { integrationEvents } from '#features/applications/schema/events-schema.ts'
import { deleteOldEvents } from '#features/integrations/server/webhooks/delete-old-events.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import { eraseOldEditions } from '#features/screening/server/erase-old-editions.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { listEditions, listEntries } from '#features/screening/schema.ts'
import {
  completeDrafts,
  doTasks,
  dueDiligenceOn,
  exposedDraft,
  giveVerdict,
  handInTask,
  makePackClient,
  rateRisk,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { bringInForce, setSecondPerson, fictitious, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { deleteOrphans } from '#test/support/uploads.ts'
import { screenClients } from './screen-clients.ts'

const YEAR_MS = 365.25 * DAY_MS

let server: TestServer
let admin: HttpSession
let second: HttpSession
let system: HttpSession
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  const senior = await makeUser(context, { role: 'admin' })
  const set = { seniorManagerSince: new Date() }
  await context.database.db.update(users).set(set).where(eq(users.id, senior.id))
  second = await server.as(senior.username)
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  setSecondPerson(
    system,
    await server.as((await makeUser(context, { role: 'system_administrator' })).username),
  )
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePackClient>>

const firmList = (...names: string[]) =>
  [
    'uid,kind,name,aliases,birth,countries,documents,note',
    ...names.map((name, at) => `${at},internal,${name},,,,,`),
    ...fictitious.slice(3, 33).map(({ uid, name }) => `${uid},internal,${name},,,,,`),
  ].join('\n')

const ok = async (answer: ReturnType<HttpSession['get']>) => {
  const { status, text, body } = await answer
  expect([status, status < 300 ? '' : text]).toEqual([status, ''])
  return body
}

const hitsOn = async ({ path }: Person) =>
  ((await ok(admin.get(`${path}/screening`))) as ApplicationScreening).hits

/**
 * A politically exposed client with a donor, a rating and its approval, a hit of a client and of a donor, decided by two
 * persons, and an inspector's file.
 */
async function withEverything(fullName: string): Promise<Person> {
  const person = await makePackClient(server, { status: 'approved', answers: { fullName } })
  await doTasks(person, { exposure: exposedDraft })
  await person.session.put('/api/application/pack/funds?changed=1', {
    ...completeDrafts.funds,
    sources: [{ kind: 'gift', amount: 2_000_000, donor: 'Baobab Testperson' }],
    wealth: [{ kind: 'salary', amount: 3_000_000 }],
    withoutPaper: 'The letter comes later.',
  })
  await ok(handInTask(person.session, 'funds'))
  const accepted = { verdict: 'accepted', method: 'other', note: 'The letter was read out.' }
  await ok(giveVerdict(person.manager, person.path, 'funds', accepted))
  await screenClients(server.context)
  for (const hit of await hitsOn(person)) {
    const verdict = { ids: [hit.id], verdict: 'no-match', reason: 'document', words: 'Another passport.' }
    const [{ approvalId } = { approvalId: null }] = (await ok(
      admin.put('/api/admin/hits/verdict', verdict),
    )) as Hit[]
    // A possible hit needs one person.
    if (approvalId === null) continue
    const decision = { decision: 'granted', words: 'Seen the passport.' }
    await ok(second.put(`/api/admin/approvals/${approvalId}`, decision))
  }
  await ok(rateRisk(admin, person.path))
  await ok(admin.post(`${person.path}/screening`))
  await ok(
    admin.post(`${person.path}/notes`, { subject: { kind: 'application' }, text: 'Called about the donor.' }),
  )
  await ok(admin.get(`${person.path}/inspector-file`))
  return person
}

/** Every table with the columns that name what a row belongs to. */
async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await server.context.database.db.execute<{ name: string }>(
    sql`select c.table_name as name from information_schema.columns c
      join information_schema.columns i on i.table_schema = c.table_schema and i.table_name = c.table_name and i.column_name = 'id'
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.column_name = ${column}`,
  )
  return rows.map(({ name }) => name)
}

/** The ids of a client, and of all that belongs to their account, application and subjects. */
async function idsOf({ client: { id, applicationId } }: Person): Promise<string[]> {
  const { db } = server.context.database
  const ids = new Set([id, applicationId])
  for (const column of ['user_id', 'owner_id', 'application_id', 'subject_id'])
    for (const table of await tablesWith(column)) {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id::text from ${sql.identifier(table)} where length(id::text) = 36 and ${sql.identifier(column)}::text = any(${sql.param([...ids])}::text[])`,
      )
      for (const row of rows) ids.add(row.id)
    }
  return [...ids]
}

/** Sums of the rows in all tables that name one of some ids. */
async function rowsNaming(ids: readonly string[]): Promise<Map<string, string[]>> {
  const { db } = server.context.database
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await db.execute<{ sum: string }>(
      sql`select md5(x::text) as sum from ${sql.identifier(name)} x where x::text ~ ${ids.join('|')} order by 1`,
    )
    if (rows.length > 0)
      found.set(
        name,
        rows.map(({ sum }) => sum),
      )
  }
  return found
}

const passing = new Set(['mail_outbox', 'integration_events', 'uploads'])

/** Without mails and events, which have periods of their own, and used upload addresses, which a job deletes. */
function lasting(rows: Map<string, string[]>): Map<string, string[]> {
  return new Map([...rows].filter(([table]) => !passing.has(table)))
}

const screeningTables = [
  'screening_subjects',
  'subject_names',
  'screenings',
  'hits',
  'approvals',
  'risk_ratings',
  'declarations',
  'verifications',
  'due_diligence_tasks',
  'due_diligence_documents',
  'documents',
  'application_summaries',
]

async function filesOf({ client }: Person): Promise<string[]> {
  const rows = await server.context.database.db
    .select({ key: documents.objectKey })
    .from(documents)
    .where(eq(documents.ownerId, client.id))
  return rows.map(({ key }) => key)
}

const entriesNamed = (name: string) =>
  server.context.database.db.$count(
    listEntries,
    sql`${listEntries.id} in (select entry_id from list_names where name = ${name})`,
  )

test('five years after the relationship ended nothing is left of a client, and all of others; until then all of both', async () => {
  const { context } = server
  const { db } = context.database
  await bringInForce(system, unList(fictitious, daysAgo(9)))
  const first = await bringInForce(system, firmList('Acacia Inventedperson', 'Aloe Unseen'), daysAgo(9))
  const ending = await withEverything('Acacia Inventedperson')
  const other = await withEverything('Baobab Testperson')
  // The firm's list of then goes out of force, and with it the entry of the hit.
  await bringInForce(system, firmList(), daysAgo(8))
  await screenListChanges(context)
  expect((await hitsOn(ending)).map(({ source, state }) => [source, state])).toEqual(
    expect.arrayContaining([
      ['FIRM', 'gone'],
      ['UN', 'no-match'],
    ]),
  )

  aheadMs = YEAR_MS
  const ended = now()
  await db
    .update(applications)
    .set({ status: 'cancelled', statusChangedAt: ended, cancelledAt: ended })
    .where(eq(applications.id, ending.client.applicationId))
  const [idsEnding, idsOther] = [await idsOf(ending), await idsOf(other)]
  const [before, beforeOther] = [await rowsNaming(idsEnding), await rowsNaming(idsOther)]
  for (const table of screeningTables) {
    expect.soft([table, before.has(table)]).toEqual([table, true])
    expect.soft([table, beforeOther.has(table)]).toEqual([table, true])
  }

  const filesEnding = await filesOf(ending)
  expect(filesEnding.length).toBeGreaterThan(3)

  // Five years after the list went out of force, four after the relationship ended; and the last day.
  const lastDay = new Date(ended)
  lastDay.setUTCFullYear(ended.getUTCFullYear() + 5)
  for (const time of [Date.now() + 5 * YEAR_MS + 2 * DAY_MS, lastDay.getTime()]) {
    aheadMs = time - Date.now()
    expect(await eraseEnded(context)).toBe(0)
    await eraseOldEditions(context)
    expect(lasting(await rowsNaming(idsEnding))).toEqual(lasting(before))
    expect(lasting(await rowsNaming(idsOther))).toEqual(lasting(beforeOther))
    expect(await entriesNamed('Acacia Inventedperson')).toBe(1)
    expect(await entriesNamed('Aloe Unseen')).toBe(0)
  }

  aheadMs += DAY_MS
  expect(await eraseEnded(context)).toBe(1)
  await eraseOldEditions(context)
  await deleteOrphans(context, now())
  await deleteOldEvents(context)
  const left = await rowsNaming(idsEnding)
  expect([...left.keys()].toSorted()).toEqual(['audit_events', 'integration_events'])
  // For 30 days an event says that the client was erased.
  const events = await db.select({ type: integrationEvents.type }).from(integrationEvents)
  expect(events).toEqual([{ type: 'client.erased' }])
  for (const key of filesEnding) expect(await context.store.get(key)).toBeNull()
  for (const key of await filesOf(other)) expect(await context.store.get(key)).not.toBeNull()
  expect(lasting(await rowsNaming(idsOther))).toEqual(lasting(beforeOther))
  expect(await entriesNamed('Acacia Inventedperson')).toBe(0)
  // The other client was compared with it, too.
  expect(await db.$count(listEditions, eq(listEditions.id, first.id))).toBe(1)
  expect(await entriesNamed('BAOBAB TESTPERSON')).toBe(1)
  const { rows } = await db.execute(
    sql`select from audit_events where details::text ~* 'acacia|invented' or details::text like ${`%${ending.client.username}%`}`,
  )
  expect(rows).toEqual([])
})
