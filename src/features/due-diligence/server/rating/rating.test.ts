import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Approval } from '#features/approvals/api.ts'
import { factorNames } from '#features/due-diligence/rules/rating/factors.ts'
import { taskNames } from '#features/due-diligence/rules/tasks.ts'
import { withdrawalReasons } from '#features/approvals/rules/approvals.ts'
import { checkChangedTasks } from '../check-tasks.ts'
import { refreshDueDiligence } from './refresh.ts'
import { screenClients } from '#features/screening/server/hits/screen-clients.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { approvals } from '#features/approvals/schema.ts'
import { riskRatings } from '#features/due-diligence/schema/risk-rating-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  addPaper,
  completeAndRate,
  completeDrafts,
  completePack,
  doTask,
  dueDiligenceOn,
  useUnList,
  exposedDraft,
  forSister,
  giveVerdict,
  handInTask,
  makePackClient,
  packOf,
  rateRisk,
  reviewedPackOf,
  saveTask,
  taskOf,
} from '#test/support/due-diligence.ts'
import type { HttpSession } from '#test/support/http.ts'
import { todayOf } from '#test/support/today.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let rater: HttpSession
let senior: HttpSession
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)

beforeAll(async () => {
  server = await startTestServer({ settings: dueDiligenceOn, now })
  await useUnList(server)
  rater = await server.as(
    (await makeUser(server.context, { role: 'admin', fullName: 'Carmen Fortuin' })).username,
  )
  senior = await server.as(await makeSenior())
})
afterAll(() => server.close())

async function makeSenior(): Promise<string> {
  const { id, username } = await makeUser(server.context, { role: 'admin', fullName: 'Ms Botha' })
  await server.context.database.db.update(users).set({ seniorManagerSince: now() }).where(eq(users.id, id))
  return username
}

const today = () => now().toISOString().slice(0, 10)
const onboard = (path: string) => rater.patch(`${path}/status`, { status: 'onboarded' })
const decide = (who: HttpSession, approval: Approval | undefined, decision = 'granted') =>
  who.put(`/api/admin/approvals/${approval?.id}`, { decision, words: 'Known for years.' })
const openRequest = async (path: string) =>
  (await reviewedPackOf(rater, path)).approvals.find(({ state }) => state === 'open')
const ratingOf = async (path: string) => (await reviewedPackOf(rater, path)).rating
const approved = () => makePackClient(server, { status: 'approved' })

test('an ordinary client is low with 0 points; each factor has its sentence; onboarding waits for the rating', async () => {
  const person = await makePackClient(server, { status: 'approved', answers: { fullName: 'Thandi Mokoena' } })
  const general = { ...completeDrafts.funds, purpose: 'general' as const }
  await completePack(person, { funds: general })
  expect(await onboard(person.path)).toMatchObject({
    status: 409,
    body: { current: { missing: [{ item: 'rating', text: 'The client’s risk has not been rated yet.' }] } },
  })
  await screenClients(server.context)
  expect((await rateRisk(rater, person.path)).body).toMatchObject({
    rating: {
      needsHigherRisk: false,
      current: { level: 'low', computed: 'low', points: 0, approval: null, ratedByName: 'Carmen Fortuin' },
    },
  })
  const rating = await ratingOf(person.path)
  expect(rating?.current?.factors.map(({ factor }) => factor)).toEqual(factorNames)
  expect(rating?.current?.factors.every(({ sentence }) => sentence.endsWith('.'))).toBe(true)
  expect(rating?.current?.refreshOn.slice(0, 4)).toBe(String(now().getFullYear() + 3))
  expect((await onboard(person.path)).status).toBe(200)
})

test('a foreign minister is high, needs proven wealth and a senior manager who did not rate', async () => {
  const person = await makePackClient(server, { status: 'approved', answers: { fullName: 'Jean Exempel' } })
  const { path, session, manager } = person
  for (const task of ['identity', 'address', 'bank', 'tax'] as const) {
    await doTask(session, task)
    await giveVerdict(manager, path, task)
  }
  await doTask(session, 'exposure', exposedDraft)
  await giveVerdict(manager, path, 'exposure')
  expect((await reviewedPackOf(rater, path)).approvals).toEqual([])
  expect(await rateRisk(senior, path)).toMatchObject({
    status: 409,
    body: { code: 'not-open', detail: 'Source of funds and wealth has to be sent first.' },
  })
  const wealth = [{ kind: 'sale' as const, amount: 4_000_000, donor: 'Plain Buyer' }]
  await saveTask(session, 'funds', { ...completeDrafts.funds, wealth })
  await addPaper(session, 'funds', 'sale-agreement')
  await handInTask(session, 'funds')
  await screenClients(server.context)
  // The senior manager rates, so another one has to decide.
  expect((await rateRisk(senior, path)).body).toMatchObject({
    rating: {
      current: {
        level: 'high',
        approval: 'exposed',
        factors: expect.arrayContaining([expect.objectContaining({ alwaysHigh: true })]) as object,
      },
    },
  })
  const own = await openRequest(path)
  expect(own).toMatchObject({ kind: 'exposed', askedByName: 'Ms Botha' })
  expect(await decide(senior, own)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  expect(await decide(rater, own)).toMatchObject({ status: 409, body: { code: 'senior-manager' } })
  const other = await server.as(await makeSenior())
  expect(await decide(other, own)).toMatchObject({ status: 422, body: { code: 'incomplete' } })
  await giveVerdict(manager, path, 'funds')
  // What the rating rests on has changed: the source of funds is evidenced now.
  expect(await decide(other, own)).toMatchObject({ status: 409, body: { code: 'outdated' } })
  await screenClients(server.context)
  expect(await onboard(path)).toMatchObject({ body: { current: { missing: [{ item: 'rating' }] } } })
  expect((await rateRisk(rater, path)).status).toBe(200)
  expect(await onboard(path)).toMatchObject({ body: { current: { missing: [{ item: 'approval' }] } } })
  const fresh = await openRequest(path)
  expect(await decide(rater, fresh)).toMatchObject({ status: 409, body: { code: 'second-person' } })
  expect((await decide(senior, fresh)).body).toMatchObject({ state: 'granted' })
  expect((await ratingOf(path))?.current?.refreshOn.slice(0, 4)).toBe(String(now().getFullYear() + 1))
  expect((await onboard(path)).status).toBe(200)
})

describe('a prominent person', () => {
  test('needs the question of higher risk, and a senior manager where it is one, else a second person', async () => {
    const person = await approved()
    const { path } = person
    await completePack(person, {
      exposure: {
        ...completeDrafts.exposure,
        domestic: true,
        positions: [{ ...exposedDraft?.positions?.[0], question: 'domestic', country: 'South Africa' }],
      },
      funds: { ...completeDrafts.funds, wealth: [{ kind: 'salary' }] },
    })
    expect(await rateRisk(rater, path)).toMatchObject({
      status: 400,
      body: {
        errors: [{ path: 'higherRisk', message: 'Please say whether this relationship is a higher risk' }],
      },
    })
    const answer = (yes: boolean) =>
      rateRisk(rater, path, { higherRisk: { yes, reason: 'Retired in 1999.' } })
    expect((await answer(false)).body).toMatchObject({
      approvals: [
        { kind: 'exposed-lower', state: 'open', askedWords: expect.stringContaining('No higher risk') },
      ],
      rating: { current: { points: 15, level: 'low' } },
    })
    expect(await onboard(path)).toMatchObject({ body: { current: { missing: [{ item: 'approval' }] } } })
    const lower = await openRequest(path)
    const colleague = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    expect(await decide(rater, lower)).toMatchObject({ status: 409, body: { code: 'second-person' } })
    expect((await decide(colleague, lower)).body).toMatchObject({ state: 'granted' })
    expect((await reviewedPackOf(rater, path)).gate).toMatchObject({ missing: [] })
    expect((await answer(true)).body).toMatchObject({
      approvals: [{ kind: 'exposed', state: 'open' }, { kind: 'exposed-lower' }],
      rating: { current: { approval: 'exposed', level: 'low' } },
    })
    expect(await onboard(path)).toMatchObject({ status: 409 })
    expect((await decide(senior, await openRequest(path))).status).toBe(200)
    expect((await onboard(path)).status).toBe(200)
  })

  test('has to say how the wealth came about', async () => {
    const person = await approved()
    await saveTask(person.session, 'exposure', { ...completeDrafts.exposure, influential: true })
    expect(await packOf(person.session)).toMatchObject({ wealthNeeded: true })
  })
})

describe('a request about a rating whose facts have changed', () => {
  /** A rating by hand with an open request; its tasks are handed in, and not accepted. */
  async function requested() {
    const person = await approved()
    for (const task of taskNames) await doTask(person.session, task)
    await screenClients(server.context)
    await rateRisk(rater, person.path, { byHand: { level: 'high', reason: 'Press reports.' } })
    return { person, request: await openRequest(person.path) }
  }
  const changeOccupation = ({ client }: Awaited<ReturnType<typeof approved>>) =>
    server.context.database.db.execute(
      sql`update applications set answers = jsonb_set(answers, '{occupation}', '"Gold dealer"'), updated_at = ${now().toISOString()} where id = ${client.applicationId}`,
    )

  test.each([
    ['by an accepted task', false, (person) => giveVerdict(person.manager, person.path, 'identity')],
    [
      'by an answer, at the next check',
      false,
      async (person) => {
        await changeOccupation(person)
        await checkChangedTasks(server.context)
      },
    ],
    ['by an answer, when it is decided', true, changeOccupation],
  ] satisfies [string, boolean, (person: Awaited<ReturnType<typeof approved>>) => Promise<unknown>][])(
    'is withdrawn: %s',
    async (_, isListed, change) => {
      const { person, request } = await requested()
      expect(request).toMatchObject({ kind: 'rating-high', withdrawnBecause: null })
      const listed = async () =>
        ((await senior.get('/api/admin/compliance/approvals?limit=100')).body as Approval[]).map(
          ({ id }) => id,
        )
      await change(person)
      expect((await listed()).includes(request?.id ?? '')).toBe(isListed)
      const notices = async (of: HttpSession) =>
        (await todayOf(of))
          .filter(({ kind }) => kind === 'withdrawn')
          .map(({ applicationId }) => applicationId)
      expect(await decide(senior, request)).toMatchObject({
        status: 409,
        body: { code: 'outdated', detail: `This request was withdrawn: ${withdrawalReasons.facts}.` },
      })
      expect(await listed()).not.toContain(request?.id)
      expect((await notices(rater)).at(-1)).toBe(person.client.applicationId)
      for (const other of [senior, person.manager])
        expect(await notices(other)).not.toContain(person.client.applicationId)
      expect((await person.session.get('/api/today')).status).toBe(403)
      expect((await reviewedPackOf(rater, person.path)).approvals).toMatchObject([
        { id: request?.id, state: 'lapsed', decidedByName: null, withdrawnBecause: 'facts' },
      ])
      const { rows } = await server.context.database.db.execute(
        sql`select details from audit_events where action = 'approval.withdrawn' and object_id = ${request?.id}`,
      )
      expect(rows).toEqual([{ details: { kind: 'rating-high', because: 'facts' } }])
      await screenClients(server.context)
      await rateRisk(rater, person.path, { byHand: { level: 'high', reason: 'Press reports.' } })
      const again = await openRequest(person.path)
      expect(await decide(senior, again, 'refused')).toMatchObject({
        status: 200,
        body: { state: 'refused' },
      })
    },
  )

  test('of a declined application is not listed: no one can decide on it', async () => {
    const { person, request } = await requested()
    const listed = async () => {
      const { body, headers } = await senior.get('/api/admin/compliance/approvals?limit=100')
      const isIn = (body as Approval[]).some(({ id }) => id === request?.id)
      return { isIn, total: Number(headers.get('x-total-count')) }
    }
    const { total } = await listed()
    const setStatus = async (status: string) =>
      (await rater.patch(`${person.path}/status`, { status, reason: 'Incomplete.' })).status
    expect(await setStatus('cancelled')).toBe(200)
    expect(await decide(senior, request)).toMatchObject({ status: 409, body: { code: 'not-possible' } })
    expect(await listed()).toEqual({ isIn: false, total: total - 1 })
  })

  test('stays while nothing changes that the rating rests on', async () => {
    const { person, request } = await requested()
    await giveVerdict(person.manager, person.path, 'address')
    await checkChangedTasks(server.context)
    expect(await openRequest(person.path)).toEqual(request)
  })
})

describe('by hand', () => {
  test('upwards needs a senior manager, downwards a second person, and the reason is stored', async () => {
    const person = await approved()
    await completePack(person, {
      funds: {
        ...completeDrafts.funds,
        purpose: 'other',
        forWhom: forSister,
        firstAmount: 1_000_000,
        sources: [{ kind: 'salary', amount: 1_000_000 }],
      },
    })
    const hand = (level: string, reason = 'Press reports.') =>
      rateRisk(rater, person.path, { byHand: { level, reason } })
    expect(await hand('medium')).toMatchObject({ status: 400, body: { errors: [{ path: 'byHand.level' }] } })
    expect((await hand('high', '')).status).toBe(400)
    expect((await hand('high')).body).toMatchObject({
      approvals: [{ kind: 'rating-high', askedWords: expect.stringContaining('Press reports.') as string }],
      rating: { current: { computed: 'medium', level: 'high', byHand: { reason: 'Press reports.' } } },
    })
    expect((await hand('low', 'Known for years.')).body).toMatchObject({
      // The request about the rating before no longer matters.
      approvals: [
        { kind: 'rating-down', state: 'open' },
        { kind: 'rating-high', state: 'lapsed' },
      ],
      rating: { current: { level: 'low', points: 25 } },
    })
    const request = await openRequest(person.path)
    expect(await decide(rater, request)).toMatchObject({ body: { code: 'second-person' } })
    const second = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    expect((await decide(second, request)).status).toBe(200)
    expect((await onboard(person.path)).status).toBe(200)
  })

  test('nothing lowers what is always high', async () => {
    const person = await approved()
    await completePack(person, {
      exposure: exposedDraft ?? {},
      funds: { ...completeDrafts.funds, wealth: [{ kind: 'salary' }] },
    })
    expect(
      await rateRisk(rater, person.path, { byHand: { level: 'low', reason: 'Old friend.' } }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'byHand.level', message: 'This client is always High: political exposure' }] },
    })
  })

  test('staff note points with their reason, up to 25', async () => {
    const person = await approved()
    await completePack(person)
    const noted = (points: number, text: string) => rateRisk(rater, person.path, { noted: { points, text } })
    expect([(await noted(26, 'Press.')).status, (await noted(25, '')).status]).toEqual([400, 400])
    expect((await noted(25, 'Bad press in 2025.')).body).toMatchObject({
      rating: { current: { level: 'medium', points: 25 } },
    })
  })
})

test('a rating of high by points asks for the source of wealth', async () => {
  const person = await approved()
  const funds = {
    ...completeDrafts.funds,
    purpose: 'other' as const,
    forWhom: forSister,
    firstAmount: 9_000_000,
    sources: [{ kind: 'crypto' as const, amount: 9_000_000, words: 'Bitcoin' }],
  }
  await doTask(person.session, 'identity')
  await doTask(person.session, 'exposure')
  await saveTask(person.session, 'funds', funds)
  expect((await addPaper(person.session, 'funds', 'exchange-statement', { issuedOn: today() })).status).toBe(
    200,
  )
  expect((await handInTask(person.session, 'funds')).status).toBe(200)
  await giveVerdict(person.manager, person.path, 'funds')
  expect((await taskOf(person.session, 'funds')).state).toBe('accepted')
  // Not met yet 10, for someone else 20, first amount 10, crypto 20, above the net worth 10.
  await screenClients(server.context)
  expect((await rateRisk(rater, person.path)).body).toMatchObject({
    rating: { current: { points: 70, level: 'high' } },
  })
  expect(await taskOf(person.session, 'funds')).toMatchObject({
    state: 'due',
    why: 'Please also say how your wealth came about.',
  })
  await giveVerdict(person.manager, person.path, 'identity')
  await rateRisk(rater, person.path)
  expect(await decide(senior, await openRequest(person.path))).toMatchObject({ status: 422 })
})

describe('the rating', () => {
  test('is not shown to the client and their manager, in no answer', async () => {
    const person = await approved()
    await completeAndRate(rater, person, {
      funds: { ...completeDrafts.funds, purpose: 'other', forWhom: forSister },
    })
    expect(await reviewedPackOf(person.manager, person.path)).toMatchObject({
      rating: null,
      gate: null,
      approvals: [],
    })
    expect((await rateRisk(person.manager, person.path)).status).toBe(403)
    const texts = [
      (await person.session.get('/api/application/pack')).text,
      (await person.session.get('/api/application')).text,
      (await person.session.get('/api/account/data')).text,
      (await person.manager.get(person.path)).text,
      (await person.manager.get(`${person.path}/timeline`)).text,
      (await person.manager.get('/api/wealth-manager/applications')).text,
      (await person.manager.get('/api/today')).text,
      JSON.stringify(await mailsTo(server.context, person.managerUsername)),
      JSON.stringify(await mailsTo(server.context, person.client.username)),
    ]
    for (const text of texts) expect(text).not.toMatch(/risk rat|rating|"medium"|"level"|screening/iu)
  })

  test('is recorded on the rating, not on the client, with names of factors and no value', async () => {
    const person = await approved()
    await completeAndRate(rater, person, {
      funds: { ...completeDrafts.funds, purpose: 'other', forWhom: forSister },
    })
    const { db } = server.context.database
    const [row] = await db
      .select()
      .from(riskRatings)
      .where(eq(riskRatings.applicationId, person.client.applicationId))
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, row?.id ?? ''))
    expect(events).toMatchObject([
      { action: 'rating.made', details: { model: 2, points: 20, level: 'low', factors: ['purpose'] } },
    ])
    expect(row?.factors).toMatch(/^sealed:/u)
  })

  test('is outdated when an answer that it rests on changes', async () => {
    const person = await approved()
    await completeAndRate(rater, person)
    const tax = {
      ...completeDrafts.tax,
      countries: [{ country: 'Ghana', number: 'GH1' }, ...(completeDrafts.tax.countries ?? [])],
    }
    await person.session.put('/api/application/pack/tax?changed=1', tax)
    expect((await ratingOf(person.path))?.current?.outdated).toBe(false)
    await handInTask(person.session, 'tax')
    await giveVerdict(person.manager, person.path, 'tax')
    expect(await ratingOf(person.path)).toMatchObject({ current: { outdated: true }, now: { points: 5 } })
    expect(await onboard(person.path)).toMatchObject({
      status: 409,
      body: { detail: 'What the risk rating rests on has changed. Please rate the client again.' },
    })
    expect((await rateRisk(rater, person.path)).status).toBe(200)
    expect((await onboard(person.path)).status).toBe(200)
  })

  test('by another model than the rater saw is refused', async () => {
    const person = await approved()
    await completePack(person)
    expect(await rateRisk(rater, person.path, { expectedModel: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed' },
    })
  })

  test('has one current row, and the database refuses an approval by who rated', async () => {
    const person = await approved()
    await completePack(person)
    await Promise.all([rateRisk(rater, person.path), rateRisk(senior, person.path)])
    const { db } = server.context.database
    const rows = await db
      .select()
      .from(riskRatings)
      .where(eq(riskRatings.applicationId, person.client.applicationId))
    expect(rows.map(({ supersededAt }) => supersededAt === null).toSorted()).toEqual([false, true])
    await rateRisk(rater, person.path, { byHand: { level: 'high', reason: 'Press.' } })
    await expect(
      db
        .update(approvals)
        .set({ decidedBy: approvals.askedBy })
        .where(eq(approvals.applicationId, person.client.applicationId)),
    ).rejects.toThrow()
  })
})

test('60 days before the refresh the client is asked once, and is rated again when all is confirmed', async () => {
  const person = await approved()
  const { path, client } = person
  await completeAndRate(rater, person)
  expect((await onboard(path)).status).toBe(200)
  const waiting = await approved()
  await completeAndRate(rater, waiting)
  const asked = async (username = client.username) =>
    (await mailsTo(server.context, username)).filter(({ template }) => template === 'pack-asked').length
  const refreshOn = (await ratingOf(path))?.current?.refreshOn ?? ''
  try {
    aheadMs = new Date(`${refreshOn}T10:00:00Z`).getTime() - Date.now() - 61 * DAY_MS
    await refreshDueDiligence(server.context)
    expect(await asked()).toBe(0)
    aheadMs += DAY_MS
    await refreshDueDiligence(server.context)
    await refreshDueDiligence(server.context)
    expect(await asked()).toBe(1)
    expect(await asked(waiting.client.username)).toBe(0)
    const later = await server.as(client.username)
    const { tasks, open } = await packOf(later)
    expect(open).toBe(6)
    expect(tasks[0]).toMatchObject({
      state: 'due',
      dueOn: refreshOn,
      why: 'Please confirm that this is still right, or say what has changed.',
    })
    const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    expect(await rateRisk(admin, path)).toMatchObject({ status: 409, body: { code: 'not-open' } })
    for (const task of taskNames) {
      await doTask(later, task, undefined, today())
      expect((await giveVerdict(admin, path, task)).status).toBe(200)
    }
    expect((await packOf(later)).open).toBe(0)
    expect((await rateRisk(admin, path)).status).toBe(200)
    const rating = (await reviewedPackOf(admin, path)).rating
    expect(rating?.current?.refreshOn.slice(0, 4)).toBe(String(now().getFullYear() + 3))
  } finally {
    aheadMs = 0
  }
})
