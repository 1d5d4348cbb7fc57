import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApplicationScreening, Hit } from '#features/screening/api/screening.ts'
import type { LiftReason } from '#features/approvals/rules/approvals.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { approvals } from '#features/approvals/schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { screenListChanges } from '#features/screening/server/screen-list-changes.ts'
import { screenStaff } from '#features/screening/server/screen-staff.ts'
import { hits } from '#features/screening/schema.ts'
import { dueDiligenceOn, makePackClient, reviewedPackOf } from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import {
  bringInForce,
  fictitious,
  setSecondPerson,
  unList,
  type Listed,
} from '#test/support/screening/list-files.ts'
import { todayOf } from '#test/support/today.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { screenClients } from './screen-clients.ts'

let server: TestServer
let admin: HttpSession
let second: HttpSession
let system: HttpSession
/** Days before today of the next list. */
let listDay = 40
const nextDay = () => new Date(Date.now() - (listDay -= 1) * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  const { context } = server
  admin = await server.as((await makeUser(context, { role: 'admin', fullName: 'Farah Jacobs' })).username)
  second = await server.as((await makeUser(context, { role: 'admin' })).username)
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  setSecondPerson(
    system,
    await server.as((await makeUser(context, { role: 'system_administrator' })).username),
  )
  await newList(fictitious)
})
afterAll(() => server.close())

async function newList(people: readonly Listed[]): Promise<void> {
  await bringInForce(system, unList(people, nextDay()))
  await screenListChanges(server.context)
}
const without = fictitious.filter(({ uid }) => uid !== '690001')

async function hitOn(path: string): Promise<Hit> {
  const { hits: found } = (await admin.get(`${path}/screening`)).body as ApplicationScreening
  const hit = found.find(({ uid }) => uid === '690001')
  if (hit === undefined) throw new Error('There is no such hit.')
  return hit
}

const grant = (approvalId: string | null | undefined, session = second, decision = 'granted') =>
  session.put(`/api/admin/approvals/${approvalId}`, { decision, words: 'Seen.' })

async function confirm(path: string): Promise<Hit> {
  const { id } = await hitOn(path)
  const given = { ids: [id], verdict: 'match', words: 'The same person.' }
  const [asked] = (await admin.put('/api/admin/hits/verdict', given)).body as Hit[]
  expect((await grant(asked?.approvalId)).status).toBe(200)
  const hit = await hitOn(path)
  expect(hit).toMatchObject({ state: 'match', notFoundBecause: null, lift: null })
  return hit
}

type Person = Awaited<ReturnType<typeof makePackClient>> & { hit: Hit }

/** A client whom two admins have confirmed as listed. */
async function listed(): Promise<Person> {
  const person = await makePackClient(server, {
    status: 'under_review',
    answers: { fullName: 'Baobab Testperson', dateOfBirth: '1970-03-12' },
  })
  await screenClients(server.context)
  return { ...person, hit: await confirm(person.path) }
}

const change = ({ client }: Pick<Person, 'client'>, answers: object) =>
  server.context.database.db.execute(
    sql`update applications set answers = answers || ${JSON.stringify(answers)}::jsonb, updated_at = now() where id = ${client.applicationId}`,
  )

const rename = async (person: Pick<Person, 'client'>, fullName: string) => {
  await change(person, { fullName })
  await server.context.database.db.update(users).set({ fullName }).where(eq(users.id, person.client.id))
  await screenClients(server.context)
}

const isShut = async ({ path }: Pick<Person, 'path'>) => {
  const { gate } = await reviewedPackOf(admin, path)
  return gate?.missing.some(({ item }) => item === 'prohibited') === true
}

const lift = (id: string, reason: LiftReason, more: object = {}, session = admin) =>
  session.put(`/api/admin/hits/${id}/lift`, { reason, words: 'Compared with the passport.', ...more })

const queue = async (session: HttpSession) => {
  const waiting = (await todayOf(session)).filter(
    ({ kind }) => kind === 'match' || kind === 'sign-off',
  ).length
  const rows = (await session.get('/api/admin/compliance/hits')).body as Hit[]
  return { waiting, ids: rows.map(({ id }) => id) }
}

describe('a confirmed match stays and counts', () => {
  test('where a list no longer has the entry, and is found again with it', async () => {
    const person = await listed()
    expect((await queue(admin)).ids).not.toContain(person.hit.id)
    await newList(without)
    expect(await hitOn(person.path)).toMatchObject({ state: 'match', notFoundBecause: 'removed' })
    expect(await isShut(person)).toBe(true)
    expect((await queue(admin)).ids).toContain(person.hit.id)
    // Removed is what counts, whatever is changed after it.
    await rename(person, 'Someone Else')
    expect(await hitOn(person.path)).toMatchObject({ notFoundBecause: 'removed' })
    await rename(person, 'Baobab Testperson')
    await newList(fictitious)
    expect(await hitOn(person.path)).toMatchObject({ state: 'match', notFoundBecause: null })
    const actions = await server.context.database.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.objectId, person.hit.id))
      .orderBy(auditEvents.id)
    expect(actions.map(({ action }) => action)).toEqual([
      'hit.decided',
      'hit.decided',
      'hit.not-found',
      'hit.restored',
    ])
  })

  test('where a list has another name for the entry', async () => {
    const person = await listed()
    await newList([...without, { uid: '690001', name: 'ENTIRELY DIFFERENT', birth: '1930' }])
    expect(await hitOn(person.path)).toMatchObject({ state: 'match', notFoundBecause: 'entry' })
    expect(await isShut(person)).toBe(true)
    await newList(fictitious)
  })

  test('where the client has another name and birth', async () => {
    const person = await listed()
    await change(person, { dateOfBirth: '1990-01-01' })
    await screenClients(server.context)
    expect(await hitOn(person.path)).toMatchObject({ state: 'match' })
    await rename(person, 'Someone Else')
    // The former spelling is still compared.
    expect(await hitOn(person.path)).toMatchObject({ state: 'match', notFoundBecause: null })
    expect(await isShut(person)).toBe(true)
  })

  test('for SQL too: it ends only once two people have lifted it since', async () => {
    const { hit } = await listed()
    const { db } = server.context.database
    const end = () => db.update(hits).set({ state: 'gone' }).where(eq(hits.id, hit.id))
    await expect(end()).rejects.toMatchObject({ cause: { message: expect.stringMatching(/two people/u) } })
    expect((await lift(hit.id, 'other-person')).status).toBe(200)
    await expect(end()).rejects.toThrow()
    // A lifting of an earlier match does not count.
    await db
      .update(approvals)
      .set({ decision: 'granted', askedAt: new Date('2020-01-01') })
      .where(sql`object = ${hit.id} and kind = 'match-lifted'`)
    await expect(end()).rejects.toThrow()
  })

  test('and its client is not deleted', async () => {
    const { client } = await listed()
    const { db } = server.context.database
    await expect(
      db.execute(sql`delete from applications where id = ${client.applicationId}`),
    ).rejects.toThrow()
  })
})

describe('a confirmed match is lifted', () => {
  test('by one who asks and another who decides, with a reason', async () => {
    const person = await listed()
    const { id } = person.hit
    const asked = await lift(id, 'other-person')
    expect(asked).toMatchObject({
      status: 200,
      body: {
        state: 'match',
        lift: { reason: 'other-person', askedByName: 'Farah Jacobs', words: 'Compared with the passport.' },
      },
    })
    const { approvalId } = asked.body as Hit
    expect((await lift(id, 'other-person')).body).toMatchObject({ approvalId })
    expect(await lift(id, 'wrong-record', {}, second)).toMatchObject({
      status: 409,
      body: { code: 'changed' },
    })
    expect(await grant(approvalId, admin)).toMatchObject({ status: 409, body: { code: 'second-person' } })
    expect([(await queue(admin)).ids, (await queue(second)).ids]).toEqual([
      expect.arrayContaining([id]),
      expect.arrayContaining([id]),
    ])
    const before = [(await queue(admin)).waiting, (await queue(second)).waiting]
    expect(await isShut(person)).toBe(true)

    expect((await grant(approvalId)).status).toBe(200)
    expect(await hitOn(person.path)).toMatchObject({
      state: 'no-match',
      verdict: 'no-match',
      reason: null,
      words: 'Compared with the passport.',
      decidedByName: 'Farah Jacobs',
      lift: null,
    })
    expect(await isShut(person)).toBe(false)
    expect([(await queue(admin)).waiting, (await queue(second)).waiting]).toEqual([
      before[0],
      (before[1] ?? 0) - 1,
    ])
    expect(await lift(id, 'other-person')).toMatchObject({ status: 409, body: { code: 'changed' } })
  })

  test('not where the second person keeps it', async () => {
    const person = await listed()
    const { approvalId } = (await lift(person.hit.id, 'wrong-record')).body as Hit
    expect((await grant(approvalId, second, 'refused')).status).toBe(200)
    expect(await hitOn(person.path)).toMatchObject({ state: 'match', lift: null, approvalId: null })
    expect(await isShut(person)).toBe(true)
  })

  test('as delisted with day and reference, and only while the list in use lacks the entry', async () => {
    const person = await listed()
    const { id } = person.hit
    const published = { delistedOn: '2026-11-20', reference: 'SC/16200' }
    expect(await lift(id, 'delisted')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'delistedOn' }, { path: 'reference' }] },
    })
    expect(await lift(id, 'delisted', published)).toMatchObject({
      status: 409,
      body: { code: 'not-possible', detail: expect.stringMatching(/still on the list/u) },
    })
    await newList(without)
    const { approvalId, lift: asked } = (await lift(id, 'delisted', published)).body as Hit
    expect(asked?.words).toBe('Delisted on 20 November 2026, SC/16200. Compared with the passport.')
    // It is listed again before the second person decides.
    await newList(fictitious)
    expect(await grant(approvalId)).toMatchObject({ status: 409, body: { code: 'not-possible' } })
    await newList(without)
    expect((await grant(approvalId)).status).toBe(200)
    expect(await hitOn(person.path)).toMatchObject({ state: 'gone', verdict: null })
    expect(await isShut(person)).toBe(false)
    // Listed again, it is to be decided again.
    await newList(fictitious)
    expect(await hitOn(person.path)).toMatchObject({ state: 'open', verdict: null })
  })

  test('as left only for someone who is not compared any more, and is a match again with them', async () => {
    const { context } = server
    const { db } = context.database
    const staff = await makeUser(context, { role: 'wealth_manager', fullName: 'Baobab Testperson' })
    await screenStaff(context)
    const path = `/api/admin/staff/${staff.id}`
    const { id } = await confirm(path)
    expect(await lift(id, 'left')).toMatchObject({ status: 409, body: { code: 'not-possible' } })
    const set = (deactivatedAt: Date | null) =>
      db.update(users).set({ deactivatedAt }).where(eq(users.id, staff.id))
    await set(new Date())
    await screenStaff(context)
    expect(await hitOn(path)).toMatchObject({ state: 'match', notFoundBecause: 'left-out' })
    expect((await grant(((await lift(id, 'left')).body as Hit).approvalId)).status).toBe(200)
    expect(await hitOn(path)).toMatchObject({ state: 'gone' })
    await set(null)
    await screenStaff(context)
    expect(await hitOn(path)).toMatchObject({ state: 'match' })
  })
})

const subjectOf = async (path: string) => {
  const { subjects } = (await admin.get(`${path}/screening`)).body as ApplicationScreening
  const [subject] = subjects
  if (subject === undefined) throw new Error('No one was compared.')
  return subject
}

const drop = async ({ path }: { path: string }, name: string, session = admin) =>
  session.put(`/api/admin/screened-people/${(await subjectOf(path)).id}/dropped-name`, {
    name,
    words: 'A slip of the keyboard.',
  })

describe('a former spelling', () => {
  const SPELLINGS = ['Korhaan Mostert-Fictie', 'Korhaan Smith']

  test('stays compared, so that no correction opens the gate; the set of names only grows', async () => {
    const person = await makePackClient(server, { answers: { fullName: SPELLINGS[0] } })
    await screenClients(server.context)
    const found = async () =>
      ((await admin.get(`${person.path}/screening`)).body as ApplicationScreening).hits.map(
        ({ state }) => state,
      )
    expect(await found()).toEqual(['open'])
    await rename(person, 'Korhaan Smith')
    expect(await subjectOf(person.path)).toMatchObject({
      names: SPELLINGS.toReversed(),
      former: [SPELLINGS[0]],
    })
    expect(await found()).toEqual(['open'])
    await rename(person, 'Someone Else')
    expect(await subjectOf(person.path)).toMatchObject({
      names: ['Someone Else', ...SPELLINGS.toReversed()],
    })
    expect(await found()).toEqual(['open'])
    // The comparison is complete, with the spellings of before.
    const { gate } = await reviewedPackOf(admin, person.path)
    expect(gate?.missing.filter(({ item }) => item === 'screening')).toMatchObject([
      { text: expect.stringMatching(/not decided/u) },
    ])
    // None is dropped while a possible match is undecided.
    expect(await drop(person, 'Korhaan Smith')).toMatchObject({
      status: 409,
      body: { code: 'not-possible' },
    })
    expect(await drop(person, 'Never Given')).toMatchObject({ status: 409, body: { code: 'changed' } })
    await rename(person, 'Korhaan Mostert-Fictie')
    expect(await subjectOf(person.path)).toMatchObject({ former: ['Someone Else', 'Korhaan Smith'] })
  })

  test('is dropped by one admin, recorded, and compared again once it is given again', async () => {
    const person = await makePackClient(server, { answers: { fullName: 'Thandy Nkosi' } })
    await screenClients(server.context)
    await rename(person, 'Thandi Nkosi')
    const { screenings } = await subjectOf(person.path)
    expect((await drop(person, 'Thandy Nkosi')).status).toBe(200)
    expect((await drop(person, 'Thandy Nkosi', second)).status).toBe(200)
    await screenClients(server.context)
    const dropped = await subjectOf(person.path)
    expect(dropped).toMatchObject({
      names: ['Thandi Nkosi'],
      former: [],
      dropped: [{ name: 'Thandy Nkosi', words: 'A slip of the keyboard.' }],
    })
    expect(dropped.screenings).toHaveLength(screenings.length + 1)
    await rename(person, 'Thandy Nkosi')
    await rename(person, 'Thandi Nkosi')
    expect(await subjectOf(person.path)).toMatchObject({ former: ['Thandy Nkosi'], dropped: [] })
  })

  test('of a member of staff too, who cannot drop their own', async () => {
    const { context } = server
    const staff = await makeUser(context, { role: 'admin', fullName: 'Protea Former' })
    const session = await server.as(staff.username)
    await screenStaff(context)
    await context.database.db.update(users).set({ fullName: 'Protea Now' }).where(eq(users.id, staff.id))
    await screenStaff(context)
    const path = `/api/admin/staff/${staff.id}`
    expect(await subjectOf(path)).toMatchObject({ names: ['Protea Now', 'Protea Former'] })
    expect((await drop({ path }, 'Protea Former', session)).status).toBe(404)
    expect((await drop({ path }, 'Protea Former')).status).toBe(200)
    await screenStaff(context)
    expect(await subjectOf(path)).toMatchObject({ names: ['Protea Now'] })
  })

  test('needs a second person where a match was ever confirmed', async () => {
    const person = await listed()
    await rename(person, 'Someone Else')
    const asked = await drop(person, 'Baobab Testperson')
    expect(asked.status).toBe(200)
    await drop(person, 'Baobab Testperson')
    await screenClients(server.context)
    expect(await subjectOf(person.path)).toMatchObject({ former: ['Baobab Testperson'], dropped: [] })
    const requests = (await reviewedPackOf(admin, person.path)).approvals.filter(
      ({ state }) => state === 'open',
    )
    expect(requests).toMatchObject([
      { kind: 'name-dropped', askedWords: 'Baobab Testperson: typing error. A slip of the keyboard.' },
    ])
    expect((await grant(requests[0]?.id, admin)).status).toBe(409)
    expect((await grant(requests[0]?.id)).status).toBe(200)
    await screenClients(server.context)
    expect(await subjectOf(person.path)).toMatchObject({ names: ['Someone Else'], dropped: [{}] })
    expect(await hitOn(person.path)).toMatchObject({ state: 'match', notFoundBecause: 'person' })
  })
})

describe('an account that another has given its access', () => {
  const DAY_MS = 86_400_000
  const made = async (daysAgo: number, by: string) => {
    const account = await makeUser(server.context, { role: 'admin' })
    const access = { accessBy: by, accessAt: new Date(Date.now() - daysAgo * DAY_MS) }
    await server.context.database.db.update(users).set(access).where(eq(users.id, account.id))
    return { ...account, session: await server.as(account.username) }
  }

  test('is no second person to them for 30 days, nor they to it', async () => {
    const maker = await makeUser(server.context, { role: 'admin' })
    const session = await server.as(maker.username)
    const [fresh, older] = [await made(29, maker.id), await made(31, maker.id)]
    const person = await listed()
    const { approvalId } = (await lift(person.hit.id, 'wrong-record', {}, session)).body as Hit
    expect(await grant(approvalId, fresh.session)).toMatchObject({
      status: 409,
      body: { code: 'second-person' },
    })
    expect((await grant(approvalId, older.session)).status).toBe(200)
    const another = await listed()
    const request = (await lift(another.hit.id, 'wrong-record', {}, fresh.session)).body as Hit
    expect((await grant(request.approvalId, session)).status).toBe(409)
    expect((await grant(request.approvalId)).status).toBe(200)
  })

  test('is known from its creation and from a reset of its password', async () => {
    const username = `made-${Date.now()}@staff.example`
    const body = { username, role: 'admin', fullName: 'Made Today', password: 'a quiet harbour wall' }
    const created = await system.post('/api/system-admin/users', body)
    expect(created.status).toBe(201)
    const rowOf = async () =>
      (await server.context.database.db.select().from(users).where(eq(users.username, username)))[0]
    const { id = '', accessBy } = (await rowOf()) ?? {}
    expect(accessBy).not.toBeNull()
    await server.context.database.db.update(users).set({ accessBy: null }).where(eq(users.id, id))
    expect((await system.post(`/api/system-admin/users/${id}/reset-password`)).status).toBe(200)
    expect((await rowOf())?.accessBy).toBe(accessBy)
  })
})
