import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { applicationStatuses, statusTraits } from '#features/access/rules/lifecycle/statuses.ts'
import { ask, askedOf, handIn, makeReviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { remindOfCorrections } from './remind.ts'

const start = new Date('2026-11-20T08:00:00Z')

let server: TestServer
let now = start
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(() => server.close())

const certificate = { kind: 'additional', title: 'Marriage certificate' }
const tax = { kind: 'answer', path: 'taxIncomeNumber' }
const open = (session: HttpSession, subject: object) =>
  session.post('/api/application/corrections', { subject })
const cancel = (session: HttpSession) => session.delete('/api/application/corrections')
const send = (session: HttpSession) => session.post('/api/application/corrections/send', { accurate: true })
const roundsOf = async (staff: HttpSession, path: string) =>
  ((await staff.get(`${path}/corrections`)).body as Corrections).rounds

describe('a client', () => {
  test.each(['submitted', 'under_review', 'approved', 'onboarded'] as const)(
    'of an application that is %s adds a document, which staff accept',
    async (status) => {
      const { session, manager, path, managerUsername, client } = await makeReviewed(server, { status })
      const opened = await open(session, certificate)
      expect(opened).toMatchObject({
        status: 200,
        body: { correctionRound: { openedByClient: true, items: [{ subject: certificate, done: false }] } },
      })
      const [item] = (await askedOf(session)).items
      expect((await handIn(session, item?.id ?? '')).status).toBe(200)
      expect((await send(session)).status).toBe(200)
      const [round] = await roundsOf(manager, path)
      expect(round).toMatchObject({
        state: 'answered',
        openedByClient: true,
        items: [{ file: { name: 'april.pdf' } }],
      })
      const verdict = `${path}/corrections/items/${item?.id}/verdict`
      expect((await manager.put(verdict, { verdict: 'accepted' })).status).toBe(200)
      expect((await roundsOf(manager, path))[0]).toMatchObject({ state: 'accepted' })
      expect((await manager.get(path)).body).toMatchObject({ status, waitingOn: null })
      const mails = await mailsTo(server.context, managerUsername)
      expect(mails.map(({ template }) => template)).toContain('corrections-answered')
      const actions = (await auditAbout(server.context, client.applicationId)).map(({ action }) => action)
      expect(actions.filter((action) => action.startsWith('correction.'))).toEqual([
        'correction.opened',
        'correction.answered',
        'correction.judged',
        'correction.closed',
      ])
    },
  )

  test('stops neither approval nor the manager’s queue before they send it', async () => {
    const { session, manager, path } = await makeReviewed(server, { status: 'under_review' })
    expect((await open(session, certificate)).status).toBe(200)
    const { body } = await manager.get(path)
    expect(body).toMatchObject({ waitingOn: null, actions: ['approve', 'reject'] })
    expect((await manager.put(`${path}/status`, { status: 'approved' })).status).toBe(200)
    const [item] = (await askedOf(session)).items
    expect((await handIn(session, item?.id ?? '')).status).toBe(200)
    expect((await send(session)).status).toBe(200)
    expect((await manager.get(path)).body).toMatchObject({ status: 'approved', waitingOn: 'staff' })
  })

  test('does not stop a request of staff, which ends it', async () => {
    const { session, manager, path } = await makeReviewed(server)
    await open(session, tax)
    await session.put('/api/application', { taxIncomeNumber: '0843089848' })
    await ask(manager, path)
    const [own, theirs] = (await roundsOf(manager, path)).toSorted(
      (a, b) => (a.number ?? 0) - (b.number ?? 0),
    )
    expect([own, theirs]).toMatchObject([
      { state: 'superseded', openedByClient: true, items: [{ after: { taxIncomeNumber: '0843089848' } }] },
      { state: 'asked', openedByClient: false },
    ])
    expect((await askedOf(session)).openedByClient).toBe(false)
  })

  test('corrects the one answer that they named, and no other', async () => {
    const { session, manager, path } = await makeReviewed(server)
    expect((await open(session, tax)).status).toBe(200)
    const put = (body: object) => session.put('/api/application', body)
    expect((await put({ taxIncomeNumber: '0843089848' })).status).toBe(200)
    expect((await put({ city: 'Durban North' })).status).toBe(409)
    expect((await send(session)).status).toBe(200)
    const [round] = await roundsOf(manager, path)
    expect(round?.items[0]).toMatchObject({ after: { taxIncomeNumber: '0843089848' } })
  })

  test('cancels what they opened, until something was changed', async () => {
    const { session, manager, path } = await makeReviewed(server)
    await open(session, certificate)
    expect((await cancel(session)).status).toBe(204)
    expect((await cancel(session)).status).toBe(204)
    expect((await roundsOf(manager, path))[0]).toMatchObject({ state: 'withdrawn' })
    await open(session, certificate)
    const [item] = (await askedOf(session)).items
    await handIn(session, item?.id ?? '')
    expect((await cancel(session)).status).toBe(409)
  })

  test('is not reminded of it', async () => {
    const { session, client } = await makeReviewed(server)
    await open(session, certificate)
    now = new Date(start.getTime() + 8 * DAY_MS)
    await remindOfCorrections(server.context)
    const mails = await mailsTo(server.context, client.username)
    expect(mails.map(({ template }) => template)).not.toContain('corrections-reminder')
    now = start
  })
})

describe('refused is', () => {
  test('a second one beside a request of staff, and the cancelling of theirs', async () => {
    const { session, manager, path } = await makeReviewed(server)
    await ask(manager, path)
    expect(await open(session, certificate)).toMatchObject({ status: 409, body: { code: 'round-open' } })
    expect((await cancel(session)).status).toBe(409)
  })

  test.each(applicationStatuses.filter((status) => !statusTraits[status].correctable))(
    'one for an application that is %s',
    async (status) => {
      const { session } = await makeReviewed(server, { status })
      expect(await open(session, certificate)).toMatchObject({ status: 409, body: { code: 'not-editable' } })
    },
  )

  test('an answer that was not asked for, and subjects of staff', async () => {
    const { session } = await makeReviewed(server)
    expect((await open(session, { kind: 'answer', path: 'status' })).status).toBe(400)
    expect((await open(session, { kind: 'answer', path: 'childrenDetails.7.fullName' })).status).toBe(400)
    expect((await open(session, { kind: 'question', question: 'Why?' })).status).toBe(400)
    expect((await open(session, { kind: 'additional', title: ' ' })).status).toBe(400)
  })

  test('all but one of several at the same time', async () => {
    const { session } = await makeReviewed(server)
    const answers = await Promise.all([1, 2, 3].map(() => open(session, certificate)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})
