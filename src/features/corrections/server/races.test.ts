import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Corrections } from '#features/corrections/api.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import {
  answerWithText,
  ask,
  askedOf,
  makeReviewed,
  note,
  someAnswer,
  type Reviewed,
} from '#test/support/corrections.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { auditAbout, mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/**
 * Of two simultaneous actions on a request, one succeeds first, and the other continues from there or gets an error.
 */
let server: TestServer
let admin: HttpSession
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

let one: Reviewed
beforeEach(async () => {
  one = await makeReviewed(server)
})

const statuses = (answers: readonly HttpAnswer[]) => answers.map(({ status }) => status).toSorted()
const corrections = async () => (await admin.get(`${one.path}/corrections`)).body as Corrections
const actions = async (name: string) =>
  (await auditAbout(server.context, one.client.applicationId)).filter(({ action }) => action === name).length

test('two of the staff who add different and equal items share one draft request', async () => {
  const city = { kind: 'answer', path: 'city' } as const
  const answers = await Promise.all([
    note(one.manager, one.path, someAnswer),
    note(admin, one.path, city),
    note(admin, one.path, someAnswer),
    note(one.manager, one.path, city),
  ])
  expect(statuses(answers)).toEqual([200, 200, 200, 200])
  const { basket: draft } = await corrections()
  expect(draft.map(({ subject }) => subject.kind === 'answer' && subject.path).toSorted()).toEqual([
    'city',
    'taxIncomeNumber',
  ])
})

test('of two simultaneous reviews of an item, one accepts and the other repeats it, or gets an error', async () => {
  await ask(one.manager, one.path)
  await answerWithText(one.session)
  const [item] = (await corrections()).rounds[0]?.items ?? []
  const judge = (session: HttpSession, verdict: string) =>
    session.put(`${one.path}/corrections/items/${item?.id}/verdict`, { verdict })
  const answers = await Promise.all([judge(one.manager, 'accepted'), judge(admin, 'again')])
  const { rounds, basket: draft } = await corrections()
  // Accepted first, the request is closed and the other fails; repeated first, it is accepted after all.
  expect(answers[0]?.status).toBe(200)
  expect([200, 409]).toContain(answers[1]?.status)
  expect(rounds).toMatchObject([{ state: 'accepted', items: [{ verdict: 'accepted' }] }])
  expect(draft).toEqual([])
})

test('after a simultaneous request and rejection, no request is left open', async () => {
  await note(one.manager, one.path, someAnswer)
  await Promise.all([
    one.manager.post(`${one.path}/corrections/send`, {}),
    admin.put(`${one.path}/status`, { status: 'rejected', reason: 'Enough.' }),
  ])
  const seen = (await admin.get(one.path)).body as { status: string; waitingOn: string | null }
  const { rounds, basket: draft } = await corrections()
  expect(draft.every(() => seen.status !== 'rejected')).toBe(true)
  if (seen.status === 'rejected') {
    expect(seen.waitingOn).toBeNull()
    expect(rounds.every(({ state }) => state === 'superseded')).toBe(true)
  } else expect(rounds).toMatchObject([{ state: 'asked' }])
})

test('a client who sends during an approval prevents it until the answer was reviewed', async () => {
  await ask(one.manager, one.path)
  const [item] = (await askedOf(one.session)).items
  await one.session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
  const [sent, approved] = await Promise.all([
    one.session.post('/api/application/corrections/send', { accurate: true }),
    one.manager.put(`${one.path}/status`, { status: 'approved' }),
  ])
  expect([sent.status, approved.status]).toEqual([200, 409])
  expect((await corrections()).rounds).toMatchObject([{ state: 'answered' }])
})

test('of a save during a withdrawal, either the stored answers contain it, or it is refused', async () => {
  await ask(one.manager, one.path)
  const [saved, withdrawn] = await Promise.all([
    one.session.put('/api/application', { taxIncomeNumber: '0843089848' }),
    one.manager.post(`${one.path}/corrections/withdraw`),
  ])
  expect(withdrawn.status).toBe(200)
  expect([200, 409]).toContain(saved.status)
  const { taxIncomeNumber } = (await one.session.get('/api/application')).body as { taxIncomeNumber: string }
  expect(taxIncomeNumber === '0843089848').toBe(saved.status === 200)
  expect((await corrections()).rounds).toMatchObject([{ items: [{ after: { taxIncomeNumber } }] }])
})

test('a client who sends in two tabs sends once', async () => {
  await ask(one.manager, one.path)
  const [item] = (await askedOf(one.session)).items
  await one.session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
  const send = () => one.session.post('/api/application/corrections/send', { accurate: true })
  expect(statuses(await Promise.all([send(), send()]))).toEqual([200, 200])
  expect(await actions('correction.answered')).toBe(1)
  const mails = await mailsTo(server.context, one.managerUsername)
  expect(mails.map(({ template }) => template)).toEqual(['corrections-answered'])
})
