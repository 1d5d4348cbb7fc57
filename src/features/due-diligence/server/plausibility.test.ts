import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#app/demo/factories/users.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { verifications } from '#features/due-diligence/schema/due-diligence-schema.ts'
import {
  addPaper,
  completeDrafts,
  completePack,
  doTask,
  dueDiligenceOn,
  giveVerdict,
  handInTask,
  makePackClient,
  rateRisk,
  reviewedPackOf,
  saveTask,
  taskOf,
  useUnList,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn })
  await useUnList(server)
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const accepted = { verdict: 'accepted', method: 'original-seen' }
const today = new Date().toISOString().slice(0, 10)
const problems = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ((body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path),
]

test('what is implausible is accepted with a tick and a note, which are stored as they read then', async () => {
  const { session, manager, path } = await makePackClient(server)
  await doTask(session, 'bank', { ...completeDrafts.bank, holder: 'Another Person Entirely' })
  const text = 'The account is in the name of Another Person Entirely.'
  const take = (more: object) => giveVerdict(manager, path, 'bank', { ...accepted, note: '', ...more })
  expect(problems(await take({ seen: [] }))).toEqual([400, ['seen.holder-name']])
  expect(problems(await take({ seen: ['holder-name'] }))).toEqual([400, ['note']])
  const { tasks } = (await take({ seen: ['holder-name'], note: 'Her sister.' })).body as Awaited<
    ReturnType<typeof reviewedPackOf>
  >
  expect(tasks.find(({ task }) => task === 'bank')).toMatchObject({
    state: 'accepted',
    implausible: [{ code: 'holder-name', text, note: 'staff' }],
    verifications: [{ note: 'Her sister.', seen: [{ code: 'holder-name', text }], amounts: [] }],
  })
})

test('clients read what they can mend, and nothing that compares them with their means', async () => {
  const { session, manager, path } = await makePackClient(server)
  const funds = { ...completeDrafts.funds, firstAmount: 90_000_000, yearlyAmount: 9_000_000 }
  await saveTask(session, 'funds', funds)
  expect((await taskOf(session, 'funds')).warnings).toMatchObject([{ path: 'sources' }])
  const wealth = [{ kind: 'salary' as const, amount: 1 }]
  await saveTask(session, 'funds', { ...funds, wealth })
  expect((await handInTask(session, 'funds')).status).toBe(200)
  const found = (await reviewedPackOf(manager, path)).tasks.find(({ task }) => task === 'funds')
  expect(found?.implausible.map(({ code, note }) => [code, note])).toEqual([
    ['funds-explained', 'staff'],
    ['yearly-income', 'staff'],
    ['above-net-worth', 'staff'],
  ])
})

test('staff enter the amount on each document of a declared source, and too little is not evidenced', async () => {
  const person = await makePackClient(server, { status: 'approved' })
  const { session, manager, path } = person
  await completePack(person)
  const take = (more: object) => giveVerdict(manager, path, 'funds', { ...accepted, ...more })
  const { documentId } =
    (await reviewedPackOf(manager, path)).tasks.flatMap(({ evidence }) => evidence)[0] ?? {}
  expect(problems(await take({ method: 'certified-copy', amounts: [] }))).toEqual([
    400,
    [`amounts.${documentId}`],
  ])
  const little = { method: 'certified-copy', amounts: [{ documentId, amount: 20_000 }] }
  expect(problems(await take(little))).toEqual([400, ['seen.evidence-amount']])
  const seen = { ...little, seen: ['evidence-amount'], note: 'One month only.' }
  expect((await take(seen)).status).toBe(200)
  expect((await rateRisk(admin, path)).body).toMatchObject({
    rating: {
      current: {
        factors: expect.arrayContaining([
          expect.objectContaining({
            factor: 'funds',
            points: 15,
            sentence: expect.stringMatching(/^Salary or bonus: .+ declared, .+ on documents\.$/u),
          }),
        ]) as unknown,
      },
    },
  })
  expect((await taskOf(session, 'funds')).warnings).toMatchObject([{ path: 'sources' }])
})

test('the name of an organisation is that of a person where an admin says so, and onboarding waits for it', async () => {
  const answers = { fullName: 'The Tafelberg Family Trust' }
  const person = await makePackClient(server, { status: 'approved', answers })
  const { session, manager, path, client } = person
  await doTask(session, 'identity')
  const seen = { ...accepted, seen: ['organisation-name'], note: 'The name on the ID.' }
  expect(problems(await giveVerdict(manager, path, 'identity', seen))).toEqual([
    400,
    ['seen.organisation-name'],
  ])
  expect((await giveVerdict(admin, path, 'identity', seen)).status).toBe(200)
  const items = async () => (await reviewedPackOf(admin, path)).gate?.missing.map(({ item }) => item)
  expect(await items()).not.toContain('person')
  // Accepted by an earlier release.
  const { db } = server.context.database
  await db
    .update(verifications)
    .set({ details: null })
    .where(eq(verifications.applicationId, client.applicationId))
  expect(await items()).toContain('person')
  expect((await admin.patch(`${path}/status`, { status: 'onboarded' })).status).toBe(409)
})

test('an expired document of a refugee is accepted until a day within 90 days, and is due then', async () => {
  const { session, manager, path } = await makePackClient(server)
  await saveTask(session, 'identity', {
    ...completeDrafts.identity,
    residence: 'refugee',
    citizenships: ['Somalia'],
    countryOfBirth: 'Somalia',
    fileNumber: 'CTR/000123/19/SOM',
  })
  await addPaper(session, 'identity', 'refugee-id', { expiresOn: '2025-10-25' })
  await addPaper(session, 'identity', 'refugee-recognition', { expiresOn: dayAfter(today, 400) })
  expect((await handInTask(session, 'identity')).status).toBe(200)
  const until = dayAfter(today, 90)
  const take = (more: object) => giveVerdict(manager, path, 'identity', { ...accepted, ...more })
  for (const day of [today, dayAfter(today, 91)])
    expect(problems(await take({ extendedUntil: day }))).toEqual([400, ['extendedUntil']])
  expect((await take({ extendedUntil: until })).status).toBe(200)
  expect(await taskOf(session, 'identity')).toMatchObject({ state: 'accepted', dueOn: until })
  await doTask(session, 'tax')
  const other = await giveVerdict(manager, path, 'tax', { ...accepted, extendedUntil: until })
  expect(problems(other)).toEqual([400, ['extendedUntil']])
})

test('someone below 18 cannot send their identity for themselves', async () => {
  const born = `${Number(today.slice(0, 4)) - 16}-01-01`
  const { session } = await makePackClient(server, { answers: { dateOfBirth: born } })
  await saveTask(session, 'identity')
  await addPaper(session, 'identity', 'id-card')
  expect(await handInTask(session, 'identity')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'actsFor', message: 'A parent or guardian has to act.' }] },
  })
})
