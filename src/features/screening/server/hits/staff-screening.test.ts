import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval } from '#features/approvals/api.ts'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { ApplicationScreening, Hit, ScreenedStaff } from '#features/screening/api/screening.ts'
import type { AdministeredUser } from '#features/accounts/api/users.ts'
import { scopeOf } from '#features/access/rules/authorisation/decide.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { notifyOfHits } from '#features/screening/server/notify-of-hits.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { screenStaff } from '#features/screening/server/screen-staff.ts'
import { approvals } from '#features/approvals/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { record } from '#features/audit/server/record.ts'
import { systemContext } from '#features/access/server/command-context.ts'
import { hits, screenings, screeningSubjects, subjectNames } from '#features/screening/schema.ts'
import { dueDiligenceOn } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { todayOf } from '#test/support/today.ts'
import { mailsTo } from '#test/support/records.ts'
import { bringInForce, setSecondPerson, fictitious, unList } from '#test/support/screening/list-files.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

type Staff = MadeUser & { session: HttpSession }

let server: TestServer
let first: Staff
let second: Staff
/** An admin who is on the list. */
let listedAdmin: Staff
let listed: Staff
let clear: Staff
let system: Staff

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

async function makeStaff(role: 'admin' | 'wealth_manager' | 'system_administrator', fullName: string) {
  const made = await makeUser(server.context, { role, fullName })
  return { ...made, session: await server.as(made.username) }
}

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  first = await makeStaff('admin', 'Marula Onefold')
  second = await makeStaff('admin', 'Sneezewood Twofold')
  listedAdmin = await makeStaff('admin', 'Baobab Testperson')
  listed = await makeStaff('wealth_manager', 'Korhaan Mostert-Fictie')
  clear = await makeStaff('wealth_manager', 'Yellowwood Clearname')
  system = await makeStaff('system_administrator', 'Protea Example')
  setSecondPerson(system.session, (await makeStaff('system_administrator', 'Second Person')).session)
  await server.context.database.db
    .update(users)
    .set({ seniorManagerSince: new Date() })
    .where(eq(users.role, 'admin'))
})
afterAll(() => server.close())

async function wordOf({ id }: MadeUser, reader = system) {
  const { status, body } = await reader.session.get('/api/system-admin/users')
  expect(status).toBe(200)
  return (body as AdministeredUser[]).find((user) => user.id === id)?.screening
}

async function hitsFor({ session }: Staff): Promise<Hit[]> {
  const { status, body } = await session.get('/api/admin/compliance/hits')
  expect(status).toBe(200)
  return body as Hit[]
}

async function approvalsFor({ session }: Staff): Promise<Approval[]> {
  return (await session.get('/api/admin/compliance/approvals')).body as Approval[]
}

const hitOn = async ({ id }: MadeUser, reader = first) =>
  (await hitsFor(reader)).find(({ staffId }) => staffId === id)

const decide = (by: Staff, ids: readonly (string | undefined)[], given: object) =>
  by.session.put('/api/admin/hits/verdict', { ids, words: 'From the passport.', ...given })

const approve = (by: Staff, id: string | null | undefined, decision = 'granted') =>
  by.session.put(`/api/admin/approvals/${id}`, { decision, words: 'I agree.' })

const mailed = async ({ username }: MadeUser, template: string) =>
  (await mailsTo(server.context, username)).filter((mail) => mail.template === template)

test('staff are compared by name once a list is in force; the word is for other system administrators', async () => {
  const { context } = server
  const other = await makeStaff('system_administrator', 'Wildolive Otherone')
  expect(await screenStaff(context)).toBe(0)
  expect(await wordOf(clear)).toBe('not-compared')
  await bringInForce(system.session, unList(fictitious, daysAgo(5)))
  const isOff = { ...context.settings, dueDiligence: { ...context.settings.dueDiligence, on: false } }
  expect(await screenStaff({ ...context, settings: isOff })).toBe(0)
  expect(await screenStaff(context)).toBe(3)
  expect(await screenStaff(context)).toBe(0)
  expect(await wordOf(clear)).toBe('clear')
  expect(await wordOf(listed)).toBe('with-compliance')
  // Their own word would tell them.
  expect(await wordOf(system)).toBeNull()
  expect(await wordOf(system, other)).toBe('with-compliance')
  expect(await wordOf(await makeUser(context, { role: 'client', fullName: 'Abu Client' }))).toBeNull()
})

test('a hit is in the queue of the other admins, with its reasons, and opening it is recorded on the person', async () => {
  const hit = await hitOn(listed)
  expect(hit).toMatchObject({
    applicationId: null,
    staffId: listed.id,
    clientName: 'Korhaan Mostert-Fictie',
    state: 'open',
    strong: true,
    subject: { role: 'staff', names: ['Korhaan Mostert-Fictie'], births: [] },
  })
  expect(hit?.features.map(({ text }) => text)).toContain('Name equal')
  const { body } = await first.session.get(`/api/admin/staff/${listed.id}/screening`)
  const { hits: found, subjects } = body as ApplicationScreening
  expect(found.map(({ id }) => id)).toEqual([hit?.id])
  expect(subjects).toMatchObject([{ role: 'staff', screenings: [{ hits: 1 }] }])
  const seen = sql`select object_id from audit_events where action = 'hit.seen' and actor_id = ${first.id}`
  expect((await server.context.database.db.execute(seen)).rows).toEqual([{ object_id: hit?.subject.id }])
  expect((await system.session.get(`/api/admin/staff/${listed.id}/screening`)).status).toBe(403)
})

test('an admin neither sees nor decides on a hit of their own, and is not notified of it', async () => {
  const { context } = server
  const own = await hitOn(listedAdmin)
  expect(own?.state).toBe('open')
  expect(await hitOn(listedAdmin, listedAdmin)).toBeUndefined()
  expect(await hitOn(listed, listedAdmin)).toBeDefined()
  const counted = await listedAdmin.session.get('/api/admin/compliance/hits')
  expect(counted.headers.get('x-total-count')).toBe('2')
  const waiting = async (by: Staff) =>
    (await todayOf(by.session)).filter(({ kind }) => kind === 'match' || kind === 'sign-off').length
  expect([await waiting(listedAdmin), await waiting(first)]).toEqual([2, 3])
  const of = (by: Staff) => by.session.get(`/api/admin/staff/${listedAdmin.id}/screening`)
  expect([(await of(listedAdmin)).status, (await of(first)).status]).toEqual([404, 200])
  const verdict = { verdict: 'no-match', reason: 'name' }
  expect((await decide(listedAdmin, [own?.id], verdict)).status).toBe(404)
  expect(await decide(first, [own?.id], verdict)).toMatchObject({ body: [{ state: 'waiting' }] })
  const asked = (await approvalsFor(second)).find(({ applicationId }) => applicationId === null)
  expect(asked).toMatchObject({ kind: 'hit-strong', clientName: 'Baobab Testperson' })
  expect(await approvalsFor(listedAdmin)).toEqual([])
  expect((await approve(listedAdmin, asked?.id)).status).toBe(404)
  const together = { ids: [asked?.id], decision: 'granted', words: 'I agree.' }
  expect((await listedAdmin.session.put('/api/admin/approvals', together)).status).toBe(404)
  expect([await waiting(listedAdmin), await waiting(second)]).toEqual([2, 3])
  expect(await approve(first, asked?.id)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  expect([await mailed(second, 'approval-asked'), await mailed(listedAdmin, 'approval-asked')]).toMatchObject(
    [[{ template: 'approval-asked' }], []],
  )
  // Nothing else waits: a mail would tell them.
  await context.database.db
    .update(hits)
    .set({ state: 'no-match' })
    .where(sql`${hits.id} <> ${own?.id}`)
  const later = { ...context, now: () => new Date(Date.now() + 3_700_000) }
  const before = (await mailed(first, 'hit-open')).length
  await notifyOfHits(later)
  expect((await mailed(first, 'hit-open')).length).toBe(before + 1)
  expect((await mailed(listedAdmin, 'hit-open')).length).toBe(before)
  await context.database.db
    .update(hits)
    .set({ state: 'open' })
    .where(sql`${hits.id} <> ${own?.id}`)
  expect((await approve(second, asked?.id)).status).toBe(200)
  expect(await wordOf(listedAdmin)).toBe('clear')
})

test('the audit log keeps from an admin what it holds about them: in every view, filter, export and number', async () => {
  const { context } = server
  const { db } = context.database
  const ofSelf = eq(screeningSubjects.userId, listedAdmin.id)
  const [subject] = await db.select({ id: screeningSubjects.id }).from(screeningSubjects).where(ofSelf)
  const subjectId = subject?.id ?? ''
  expect((await first.session.get(`/api/admin/staff/${listedAdmin.id}/inspector-file`)).status).toBe(200)
  const [own, requests] = await Promise.all([
    db.select({ id: hits.id }).from(hits).where(eq(hits.subjectId, subjectId)),
    db.select({ id: approvals.id }).from(approvals).where(eq(approvals.subjectId, subjectId)),
  ])
  const ids = [subjectId, ...[...own, ...requests].map(({ id }) => id)]
  expect(ids.length).toBeGreaterThan(2)
  // Whatever is recorded about them: these actions, and those to come.
  const work = { ...systemContext(context), tx: db }
  for (const action of ['hit.decided', 'hit.restored', 'screening.run', 'approval.withdrawn'] as const)
    for (const id of ids) await record(work, action, id, {} as never)

  const doors = ['/api/admin/security/audit-logs', '/api/system-admin/audit-logs']
  const filters = [
    '',
    'limit=50',
    ...['hit.decided', 'approval.asked', 'screening.run', 'inspector-file.downloaded'].map(
      (one) => `action=${one}`,
    ),
    ...ids.map((id) => `about=${id}`),
    `user=${first.id}`,
    `user=${first.id}&action=hit.decided`,
    'group=compliance',
    'outcome=success',
  ]
  const read = async (role: 'admin' | 'system_administrator', path: string) => {
    await db.update(users).set({ role }).where(eq(users.id, listedAdmin.id))
    return (await server.as(listedAdmin.username)).get(path)
  }
  for (const door of doors) {
    const role = door === doors[0] ? 'admin' : 'system_administrator'
    for (const filter of filters) {
      const { status, text } = await read(role, `${door}?${filter}`)
      expect.soft([filter, status === 200 || status === 400]).toEqual([filter, true])
      expect.soft([filter, ids.filter((id) => text.includes(id))]).toEqual([filter, []])
    }
    const { body, headers } = await read(role, door)
    expect(headers.get('x-total-count')).toBe(String((body as unknown[]).length))
  }
  const exported = await read('system_administrator', '/api/system-admin/audit-logs/export')
  expect(exported.status).toBe(200)
  expect(ids.filter((id) => exported.text.includes(id))).toEqual([])
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, listedAdmin.id))
  listedAdmin = { ...listedAdmin, session: await server.as(listedAdmin.username) }
  // Others read all of it.
  const forOthers = await system.session.get(`/api/system-admin/audit-logs?about=${subjectId}`)
  expect((forOthers.body as unknown[]).length).toBeGreaterThan(3)
})

test('a person on the list reads the same as another, in every call without an id', async () => {
  const keys = (Object.keys(contract) as ContractKey[]).filter((key) => {
    const { access } = contract[key]
    return key.startsWith('GET ') && !key.includes('{') && access !== 'anyone'
      ? scopeOf('wealth_manager', access) !== 'none'
      : false
  })
  const masked = (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, '<id>')
      .replaceAll(/Korhaan Mostert-Fictie|Yellowwood Clearname/gu, '<name>')
      .replaceAll(/wealth\.manager\.[0-9a-f]{12}/gu, '<address>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '<time>')
  const read = async (staff: Staff, key: string) => {
    const { status, text } = await staff.session.get(key.slice('GET '.length))
    return { status, text: masked(text) }
  }
  expect(keys.length).toBeGreaterThan(15)
  for (const key of keys) {
    const ofListed = await read(listed, key)
    expect.soft([key, ofListed]).toEqual([key, await read(clear, key)])
    expect.soft(ofListed.text).not.toMatch(/\bhits?\b|sanction|with-compliance/iu)
  }
})

test('a match needs two persons, and all senior managers but the person are mailed', async () => {
  const hit = await hitOn(listed)
  const asked = await decide(first, [hit?.id], { verdict: 'match' })
  const [{ approvalId } = { approvalId: null }] = asked.body as Hit[]
  expect((await approve(second, approvalId)).status).toBe(200)
  expect(await wordOf(listed)).toBe('with-compliance')
  expect(await hitOn(listed)).toBeUndefined()
  const overview = async (by: Staff) =>
    (await by.session.get('/api/admin/compliance/staff')).body as ScreenedStaff
  const found = async (by: Staff) => (await overview(by)).filter(({ state }) => state === 'with-compliance')
  expect(await found(first)).toMatchObject([
    { id: listed.id, matches: ['UN'], left: false },
    { id: system.id, matches: [] },
  ])
  const today = async (staff: Staff) =>
    (await mailed(staff, 'hit-open')).filter(({ subject }) => subject === 'Compliance needs you today').length
  expect(await today(first)).toBe(1)
  // Of a senior manager who is the listed person.
  const again = await decide(first, [(await hitOn(system))?.id], { verdict: 'no-match', reason: 'name' })
  expect(again.status).toBe(200)
  const { db } = server.context.database
  await db
    .update(hits)
    .set({ state: 'open' })
    .where(sql`${hits.subjectId} = (select id from screening_subjects where user_id = ${listedAdmin.id})`)
  const own = await decide(first, [(await hitOn(listedAdmin))?.id], { verdict: 'match' })
  expect((await approve(second, (own.body as Hit[])[0]?.approvalId)).status).toBe(200)
  expect([await today(second), await today(listedAdmin)]).toEqual([2, 1])
  const idsFor = async (by: Staff) => (await overview(by)).map(({ id }) => id)
  expect(await idsFor(first)).toContain(listedAdmin.id)
  expect(await idsFor(listedAdmin)).not.toContain(listedAdmin.id)
})

describe('later', () => {
  test('a new name and a new list compare again; who is deactivated drops out until they return', async () => {
    const { context } = server
    const { db } = context.database
    const staff = await makeStaff('wealth_manager', 'Acacia Plainname')
    await screenStaff(context)
    expect(await wordOf(staff)).toBe('clear')
    await db.update(users).set({ fullName: 'Protea Exampel' }).where(eq(users.id, staff.id))
    expect(await wordOf(staff)).toBe('not-compared')
    expect(await screenStaff(context)).toBe(1)
    expect(await wordOf(staff)).toBe('with-compliance')

    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, staff.id))
    await screenStaff(context)
    expect([await wordOf(staff), await hitOn(staff)]).toEqual([null, undefined])
    const [subject] = await db.select().from(screeningSubjects).where(eq(screeningSubjects.userId, staff.id))
    expect(await db.$count(subjectNames, eq(subjectNames.subjectId, subject?.id ?? ''))).toBe(0)
    const compared = await db.$count(screenings)
    await screenStaff(context)
    expect(await db.$count(screenings)).toBe(compared)

    await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, staff.id))
    expect(await screenStaff(context)).toBe(1)
    await db.update(users).set({ fullName: 'Acacia Plainname' }).where(eq(users.id, staff.id))
    await screenStaff(context)
    // The former spelling is still compared.
    expect(await hitOn(staff)).toMatchObject({ uid: '690003' })
    const added = { uid: '690900', name: 'ACACIA PLAINNAME' }
    await bringInForce(system.session, unList([...fictitious, added], daysAgo(4)))
    await screenListChanges(context)
    const found = (await hitsFor(first)).filter(({ staffId }) => staffId === staff.id)
    expect(found.map(({ uid }) => uid)).toEqual(['690003', '690900'])
  })

  test('an admin compares a member of staff again at once, but no one themselves', async () => {
    const { context } = server
    const { db } = context.database
    const again = (by: Staff, id: string) => by.session.post(`/api/admin/staff/${id}/screening`)
    const staff = await makeStaff('admin', 'Rooibos Plainleaf')
    expect(await again(first, staff.id)).toMatchObject({
      status: 200,
      body: { hits: [], subjects: [{ role: 'staff', screenings: [{ hits: 0 }] }] },
    })
    await db.update(users).set({ fullName: 'Protea Exampel' }).where(eq(users.id, staff.id))
    const mails = (await mailsTo(context, staff.username)).length
    const found = (await again(first, staff.id)).body as ApplicationScreening
    expect(found).toMatchObject({
      hits: [{ state: 'open', staffId: staff.id }],
      subjects: [{ names: ['Protea Exampel', 'Rooibos Plainleaf'] }],
    })
    const ofStaff = eq(screeningSubjects.userId, staff.id)
    const [subject] = await db.select().from(screeningSubjects).where(ofStaff)
    const stored = () =>
      db
        .select()
        .from(screenings)
        .where(eq(screenings.subjectId, subject?.id ?? ''))
    expect((await stored()).map(({ askedBy }) => askedBy)).toEqual([first.id, first.id])
    const runs = sql`select actor_id, details from audit_events where action = 'screening.run' and object_id = ${subject?.id} order by id`
    expect((await db.execute(runs)).rows).toEqual([
      { actor_id: first.id, details: { hits: 0, ruledOut: 0 } },
      { actor_id: first.id, details: { hits: 1, ruledOut: 0 } },
    ])

    // The person concerned finds nothing.
    const masked = async (id: string) => {
      const { status, text } = await again(staff, id)
      return { status, text: text.replaceAll(id, '') }
    }
    const own = await masked(staff.id)
    expect(own.status).toBe(404)
    expect(own).toEqual(await masked(crypto.randomUUID()))
    expect((await stored()).length).toBe(2)
    expect((await mailsTo(context, staff.username)).length).toBe(mails)
    expect(await hitOn(staff, staff)).toBeUndefined()

    for (const by of [listed, system]) expect((await again(by, staff.id)).status).toBe(403)
    const client = await makeUser(context, { role: 'client', fullName: 'Protea Example' })
    expect((await again(first, client.id)).status).toBe(404)
    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, staff.id))
    expect(await again(first, staff.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('deactivated') },
    })
    await screenStaff(context)
    const { body } = await first.session.get('/api/admin/compliance/staff')
    expect((body as ScreenedStaff).find(({ id }) => id === staff.id)).toMatchObject({
      left: true,
      comparedAt: expect.any(String),
    })
  })

  test('a request that is withdrawn tells its asker, and for the admin concerned nothing changes', async () => {
    const { context } = server
    const staff = await makeStaff('admin', 'Protea Exampel')
    await screenStaff(context)
    const asked = await decide(first, [(await hitOn(staff))?.id], { verdict: 'match' })
    expect(asked).toMatchObject({ status: 200, body: [{ state: 'waiting' }] })
    const seen = async () => (await staff.session.get('/api/today')).text
    const [before, mails] = [await seen(), (await mailsTo(context, staff.username)).length]
    const set = { fullName: 'Rooibos Plainleaf' }
    await context.database.db.update(users).set(set).where(eq(users.id, staff.id))
    await screenStaff(context)
    expect(await todayOf(first.session)).toContainEqual(
      expect.objectContaining({ kind: 'withdrawn', applicationId: null }),
    )
    expect(await seen()).toEqual(before)
    expect((await mailsTo(context, staff.username)).length).toBe(mails)
  })

  test('an account with a hit is not deleted', async () => {
    const { db } = server.context.database
    const staff = await makeStaff('wealth_manager', 'Abu Fynbos')
    await screenStaff(server.context)
    const hit = await hitOn(staff)
    const asked = await decide(first, [hit?.id], { verdict: 'match' })
    expect(asked).toMatchObject({ status: 200, body: [{ state: 'waiting' }] })
    expect((await system.session.delete(`/api/system-admin/users/${staff.id}`)).status).toBe(409)
    const left = await Promise.all([
      db.$count(screeningSubjects, eq(screeningSubjects.userId, staff.id)),
      db.$count(hits, eq(hits.id, hit?.id ?? '')),
      db.$count(approvals, eq(approvals.object, hit?.id ?? '')),
    ])
    expect(left).toEqual([1, 1, 1])
  })
})
