import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Approval } from '#features/approvals/api.ts'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import { withdrawalReasons } from '#features/approvals/rules/approvals.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { screenStaff } from '#features/screening/server/screen-staff.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { dueDiligenceOn, makePackClient, reviewedPackOf } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { todayOf } from '#test/support/today.ts'
import { bringInForce, setSecondPerson, fictitious, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { screenClients } from './screen-clients.ts'

let server: TestServer
let admin: HttpSession
let second: HttpSession
let system: HttpSession
const adminName = 'Farah Jacobs'
/** Days before today of the next list. */
let listDay = 30
const nextDay = () => new Date(Date.now() - (listDay -= 1) * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin', fullName: adminName })).username)
  second = await server.as((await makeUser(context, { role: 'admin' })).username)
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  setSecondPerson(
    system,
    await server.as((await makeUser(context, { role: 'system_administrator' })).username),
  )
  await bringInForce(system, unList(fictitious, nextDay()))
})
// Of one test only: a changed list would open the hits of the others again.
afterEach(async () => {
  const { db } = server.context.database
  await db.execute(sql`update applications set status = 'cancelled'`)
  await db.execute(sql`delete from screening_subjects`)
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

async function hitsOn({ path }: Pick<Person, 'path'>): Promise<Hit[]> {
  return ((await admin.get(`${path}/screening`)).body as ApplicationScreening).hits
}

const statesOf = async (person: Person) => (await hitsOn(person)).map(({ state }) => state)

let isHidden = false

/** Hides the names of all entries from the matcher, or shows them again, as another version would that compares all. */
async function hideNames(hide: boolean): Promise<void> {
  const { db } = server.context.database
  if (isHidden !== hide) {
    await db.execute(sql`update list_names set folded = reverse(folded), sounds = null`)
    await db.execute(sql`update screening_subjects set basis = 'another:'`)
  }
  isHidden = hide
  await screenClients(server.context)
}
const compareWithLess = () => hideNames(true)
const compareAsBefore = () => hideNames(false)

async function propose(person: Person): Promise<Hit | undefined> {
  const [hit] = await hitsOn(person)
  const answer = await admin.put('/api/admin/hits/verdict', {
    ids: [hit?.id],
    words: 'From the passport.',
    verdict: 'no-match',
    reason: 'document',
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

describe('a decision', () => {
  test.each([
    ['possible', POSSIBLE],
    ['strong', STRONG],
  ] as const)('on a %s hit holds again where another version did not find it', async (strength, birth) => {
    const person = await similar(birth)
    const proposed = await propose(person)
    expect(proposed).toMatchObject({ strong: strength === 'strong' })
    if (proposed?.state === 'waiting') expect((await decide(proposed.approvalId)).status).toBe(200)
    const decided = await hitsOn(person)
    expect(decided).toMatchObject([{ state: 'no-match', verdict: 'no-match', words: 'From the passport.' }])

    await compareWithLess()
    expect(await statesOf(person)).toEqual(['gone'])
    await compareAsBefore()
    expect(await hitsOn(person)).toEqual(decided)
    expect(await restoredOf(decided[0]?.id)).toEqual([{ details: { source: 'UN', state: 'no-match' } }])
  })

  test('is asked for again where a fact changed while the pair was no hit', async () => {
    const person = await similar(POSSIBLE)
    await propose(person)
    expect(await statesOf(person)).toEqual(['no-match'])
    await compareWithLess()
    await changeBirth(person, '1991-03-12')
    await compareAsBefore()
    expect(await hitsOn(person)).toMatchObject([{ state: 'open', verdict: null, words: null }])
  })

  test('that was only proposed, or was refused, is not taken for one', async () => {
    const [proposed, refused] = [await similar(STRONG), await similar(STRONG)]
    await propose(proposed)
    expect((await decide((await propose(refused))?.approvalId, 'refused')).status).toBe(200)
    expect([await statesOf(proposed), await statesOf(refused)]).toEqual([['waiting'], ['open']])
    await compareWithLess()
    await compareAsBefore()
    for (const person of [proposed, refused])
      expect(await hitsOn(person)).toMatchObject([{ state: 'open', verdict: null, decidedBy: null }])
  })

  test('holds again where a list lacked the entry and has it again, unchanged', async () => {
    const person = await similar(POSSIBLE)
    await propose(person)
    const decided = await hitsOn(person)
    const without = fictitious.filter(({ uid }) => uid !== decided[0]?.uid)
    await bringInForce(system, unList(without, nextDay()))
    await screenListChanges(server.context)
    expect(await statesOf(person)).toEqual(['gone'])
    await bringInForce(system, unList(fictitious, nextDay()))
    await screenListChanges(server.context)
    expect(await hitsOn(person)).toEqual(decided)
  })
})

/** A strong hit with an open request, as the second person and the asker see it. */
async function requested() {
  const person = await similar(STRONG)
  const hit = await propose(person)
  expect(hit?.state).toBe('waiting')
  return { person, hitId: hit?.id ?? '', approvalId: hit?.approvalId ?? '' }
}

async function listed(session: HttpSession) {
  const { body, headers } = await session.get('/api/admin/compliance/approvals')
  const waiting = (await todayOf(session)).filter(
    ({ kind }) => kind === 'match' || kind === 'sign-off',
  ).length
  const ids = (body as Approval[]).map(({ id }) => id)
  return { ids, total: Number(headers.get('x-total-count')), waiting }
}

const noticesOfWithdrawals = async (session: HttpSession) => {
  const { status, text } = await session.get('/api/today')
  return { status, rows: text.split('"withdrawn"').length - 1 }
}

/** The clients of the withdrawn requests that a member of staff is notified of, the latest last. */
const withdrawnFor = async (session: HttpSession) =>
  (await todayOf(session))
    .filter(({ kind }) => kind === 'withdrawn')
    .map(({ applicationId }) => applicationId)

const without = (uid: string) => fictitious.filter((one) => one.uid !== uid)
const withBirth = (birth: string) => fictitious.map((one) => (one.uid === '690001' ? { ...one, birth } : one))
async function newList(people: typeof fictitious): Promise<void> {
  await bringInForce(system, unList(people, nextDay()))
  await screenListChanges(server.context)
}

describe('a request to a second person', () => {
  test.each([
    ['entry', 'open', () => newList(withBirth('1971'))],
    ['removed', 'gone', () => newList(without('690001'))],
    ['not-similar', 'gone', () => compareWithLess()],
    [
      'person',
      'open',
      async (person: Person) => {
        await changeBirth(person, '1971-06-02')
        await compareAsBefore()
      },
    ],
  ] as const)('is withdrawn in the transaction of the change: %s', async (because, state, change) => {
    const { person, hitId, approvalId } = await requested()
    const before = { asker: await listed(admin), other: await listed(second) }
    expect(before.other.ids).toContain(approvalId)
    const readers = [person.session, person.manager, second]
    const notices = await Promise.all(readers.map(noticesOfWithdrawals))
    await change(person)
    expect((await withdrawnFor(admin)).at(-1)).toBe(person.client.applicationId)
    expect(await Promise.all(readers.map(noticesOfWithdrawals))).toEqual(notices)

    const after = { asker: await listed(admin), other: await listed(second) }
    expect(after.other.ids).not.toContain(approvalId)
    expect(after.other.total).toBe(before.other.total - 1)
    // The other one had the request to decide, and has the hit instead if it is open; so has the asker now.
    expect(after.other.waiting).toBe(before.other.waiting - (state === 'open' ? 0 : 1))
    expect(after.asker.waiting).toBe(before.asker.waiting + (state === 'open' ? 1 : 0))
    expect(await hitsOn(person)).toMatchObject([
      { state, verdict: null, approvalId: null, withdrawn: { askedByName: adminName, because } },
    ])
    const { approvals } = await reviewedPackOf(admin, person.path)
    expect(approvals).toMatchObject([{ id: approvalId, state: 'lapsed', withdrawnBecause: because }])
    expect(await decide(approvalId)).toMatchObject({
      status: 409,
      body: { code: 'outdated', detail: `This request was withdrawn: ${withdrawalReasons[because]}.` },
    })
    const { rows } = await server.context.database.db.execute(
      sql`select e.details, h.xmin::text = a.xmin::text and a.xmin::text = e.xmin::text as together
        from audit_events e, approvals a, hits h
        where e.action = 'approval.withdrawn' and e.object_id = ${approvalId} and a.id = ${approvalId} and h.id = ${hitId}`,
    )
    expect(rows).toEqual([{ details: { kind: 'hit-strong', because }, together: true }])

    if (because === 'entry' || because === 'removed') await newList(fictitious)
    await server.context.database.db.execute(sql`update screening_subjects set basis = null`)
    await compareAsBefore()
    const again = await propose(person)
    expect(again).toMatchObject({ state: 'waiting', withdrawn: null })
    expect((await decide(again?.approvalId)).status).toBe(200)
    expect(await hitsOn(person)).toMatchObject([{ state: 'no-match', withdrawn: null }])
  })

  test('is withdrawn for a member of staff who has left', async () => {
    const { context } = server
    const staff = await makeUser(context, { role: 'wealth_manager', fullName: 'Korhaan Mostert-Fictie' })
    await screenStaff(context)
    const path = `/api/admin/staff/${staff.id}`
    const [hit] = await hitsOn({ path })
    const given = { ids: [hit?.id], verdict: 'match', words: 'The same person.' }
    const [asked] = (await admin.put('/api/admin/hits/verdict', given)).body as Hit[]
    expect((await listed(second)).ids).toContain(asked?.approvalId)
    const set = { deactivatedAt: new Date() }
    await context.database.db.update(users).set(set).where(eq(users.id, staff.id))
    await screenStaff(context)
    expect((await listed(second)).ids).not.toContain(asked?.approvalId)
    expect(await hitsOn({ path })).toMatchObject([{ state: 'gone', withdrawn: { because: 'left-out' } }])
    expect((await withdrawnFor(admin)).at(-1)).toBeNull()
  })

  test('notifies once for all hits of a person, and not for an asker who is no admin any more', async () => {
    const { context } = server
    const { db } = context.database
    const asker = await makeUser(context, { role: 'admin' })
    const session = await server.as(asker.username)
    const twice = [...fictitious, { uid: '690901', name: 'BAOBAB TESTPERSON', birth: '1970-03-12' }]
    await newList(twice)
    for (const role of ['admin', 'wealth_manager'] as const) {
      const person = await similar(STRONG)
      const ids = (await hitsOn(person)).map(({ id }) => id)
      expect(ids).toHaveLength(2)
      const given = { ids, words: 'From the passport.', verdict: 'no-match', reason: 'document' }
      expect((await session.put('/api/admin/hits/verdict', given)).status).toBe(200)
      await db.update(users).set({ role }).where(eq(users.id, asker.id))
      await changeBirth(person, '1980-01-02')
      await compareAsBefore()
      const kinds = await db
        .select({ kind: notifications.kind })
        .from(notifications)
        .where(eq(notifications.userId, asker.id))
      expect(kinds.filter(({ kind }) => kind === 'approval-withdrawn')).toHaveLength(1)
    }
    await newList(fictitious)
  })

  test('that is decided while the hit changes ends one way or the other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { person, approvalId } = await requested()
      const [{ status }] = await Promise.all([decide(approvalId), compareWithLess()])
      await compareAsBefore()
      const { approvals } = await reviewedPackOf(admin, person.path)
      const [hit] = await hitsOn(person)
      expect([status, approvals[0]?.state, hit?.state]).toEqual(
        status === 200 ? [200, 'granted', 'no-match'] : [409, 'lapsed', 'open'],
      )
    }
  })
})
