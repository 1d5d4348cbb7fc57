import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationScreening, Hit } from '#domain/api/screening.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import { screenListChanges } from '#server/features/screening/screen-list-changes.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import { dueDiligenceOn, makePackClient } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { bringInForce, fictitious, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { screenClients } from './screen-clients.ts'

let server: TestServer
let admin: HttpSession
let second: HttpSession
let system: HttpSession
let seniorName: string
/** Days before today of the next list. */
let listDay = 30
const nextDay = () => new Date(Date.now() - (listDay -= 1) * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  second = await server.as((await makeUser(context, { role: 'admin' })).username)
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  const senior = await makeUser(context, { role: 'admin' })
  seniorName = senior.username
  const set = { seniorManagerSince: new Date() }
  await context.database.db.update(users).set(set).where(eq(users.id, senior.id))
  await bringInForce(system, unList(fictitious, nextDay()))
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePackClient>>

const STRONG = '1971-05-01'
const POSSIBLE = '1990-03-12'

/** A client whose name is similar to an entry, and not equal. */
async function similar(dateOfBirth: string): Promise<Person> {
  const person = await makePackClient(server, { answers: { fullName: 'Baobab Testpersn', dateOfBirth } })
  await screenClients(server.context)
  return person
}

async function hitsOn({ path }: Person): Promise<Hit[]> {
  return ((await admin.get(`${path}/screening`)).body as ApplicationScreening).hits
}

const statesOf = async (person: Person) => (await hitsOn(person)).map(({ state }) => state)

/** Thresholds under which only equal names are hits, and back. */
async function compareStrictly(): Promise<void> {
  const { context } = server
  const { dueDiligence } = context.settings
  const thresholds = { strong: 1, possible: 0.99, unPossible: 0.99, unName: 1 }
  await screenClients({
    ...context,
    settings: { ...context.settings, dueDiligence: { ...dueDiligence, thresholds } },
  })
}
const compareAsBefore = () => screenClients(server.context)

async function propose(person: Person, verdict: 'no-match' | 'match'): Promise<Hit | undefined> {
  const [hit] = await hitsOn(person)
  const given = verdict === 'match' ? { verdict } : { verdict, reason: 'document' }
  const answer = await admin.put('/api/admin/hits/verdict', {
    ids: [hit?.id],
    words: 'From the passport.',
    ...given,
  })
  expect(answer.status).toBe(200)
  return (answer.body as Hit[])[0]
}

const decide = (approvalId: string | null | undefined, decision = 'granted') =>
  second.put(`/api/admin/approvals/${approvalId}`, { decision, words: 'Seen the passport.' })

const restoredOf = async (id: string | undefined) =>
  await server.context.database.db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'hit.restored'), eq(auditEvents.objectId, id ?? '')))

const changeBirth = ({ client }: Person, dateOfBirth: string) =>
  server.context.database.db.execute(
    sql`update applications set answers = jsonb_set(answers, '{dateOfBirth}', ${JSON.stringify(dateOfBirth)}::jsonb), updated_at = now() where id = ${client.applicationId}`,
  )

test.each([
  ['possible', 'no-match', POSSIBLE],
  ['strong', 'no-match', STRONG],
  ['strong', 'match', STRONG],
] as const)('on a %s hit, %s, holds again after other thresholds', async (strength, verdict, birth) => {
  const person = await similar(birth)
  const proposed = await propose(person, verdict)
  expect(proposed).toMatchObject({ strong: strength === 'strong' })
  if (proposed?.state === 'waiting') expect((await decide(proposed.approvalId)).status).toBe(200)
  const decided = await hitsOn(person)
  expect(decided).toMatchObject([{ state: verdict, verdict, words: 'From the passport.' }])
  const urgent = async () =>
    (await mailsTo(server.context, seniorName)).filter(({ subject }) => subject.endsWith('today')).length
  const urgentBefore = await urgent()

  await compareStrictly()
  expect(await statesOf(person)).toEqual(['gone'])
  expect(await compareAsBefore()).toBe(0)
  expect(await hitsOn(person)).toEqual(decided)
  expect(await restoredOf(decided[0]?.id)).toEqual([{ details: { source: 'UN', state: verdict } }])
  // A match prohibits again.
  expect(await urgent()).toBe(urgentBefore + (verdict === 'match' ? 1 : 0))
})

test('is asked for again where a fact changed while the pair was no hit', async () => {
  const person = await similar(POSSIBLE)
  await propose(person, 'no-match')
  expect(await statesOf(person)).toEqual(['no-match'])
  await compareStrictly()
  await changeBirth(person, '1991-03-12')
  await compareAsBefore()
  expect(await hitsOn(person)).toMatchObject([{ state: 'open', verdict: null, words: null }])
})

test('that was only proposed, or was refused, is not taken for one', async () => {
  const [proposed, refused] = [await similar(STRONG), await similar(STRONG)]
  await propose(proposed, 'no-match')
  expect((await decide((await propose(refused, 'no-match'))?.approvalId, 'refused')).status).toBe(200)
  expect([await statesOf(proposed), await statesOf(refused)]).toEqual([['waiting'], ['open']])
  await compareStrictly()
  await compareAsBefore()
  for (const person of [proposed, refused])
    expect(await hitsOn(person)).toMatchObject([{ state: 'open', verdict: null, decidedBy: null }])
})

test('holds again where a list lacked the entry and has it again, unchanged', async () => {
  const person = await similar(POSSIBLE)
  await propose(person, 'no-match')
  const decided = await hitsOn(person)
  const without = fictitious.filter(({ uid }) => uid !== decided[0]?.uid)
  await bringInForce(system, unList(without, nextDay()))
  await screenListChanges(server.context)
  expect(await statesOf(person)).toEqual(['gone'])
  await bringInForce(system, unList(fictitious, nextDay()))
  await screenListChanges(server.context)
  expect(await hitsOn(person)).toEqual(decided)
})
