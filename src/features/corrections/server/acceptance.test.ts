import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import type { Corrections } from '#features/corrections/api.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { documents } from '#features/access/schema/tables.ts'
import {
  answerWithText,
  ask,
  askedOf,
  handIn,
  makeReviewed,
  note,
  type Reviewed,
} from '#test/support/corrections.ts'
import { requestAddress } from '#test/support/uploads.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const OLD_NUMBER = '0001339050'
const NEW_NUMBER = '0843089848'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let one: Reviewed
beforeEach(async () => {
  one = await makeReviewed(server)
})

const waitingOn = async () => {
  const [row] = await server.context.database.db
    .select({ waitingOn: applicationSummaries.waitingOn })
    .from(applicationSummaries)
    .where(eq(applicationSummaries.applicationId, one.client.applicationId))
  return row?.waitingOn
}
const corrections = async () => (await one.manager.get(`${one.path}/corrections`)).body as Corrections
const latest = async () => (await corrections()).rounds[0]
const status = (to: string) => one.manager.put(`${one.path}/status`, { status: to })
const taxAndPayslip = () =>
  [
    { kind: 'answer', path: 'taxIncomeNumber' },
    { kind: 'document', documentId: one.payslip.id },
  ] as const
const sendBack = () => one.session.post('/api/application/corrections/send', { accurate: true })
const judge = (itemId: string | undefined, verdict: string, more = {}) =>
  one.manager.put(`${one.path}/corrections/items/${itemId}/verdict`, { verdict, ...more })

describe('corrections from request to acceptance, over HTTP', () => {
  test('1. a request by a manager sends one mail that lists it without values; the review has begun', async () => {
    await ask(one.manager, one.path, taxAndPayslip())
    const seen = (await one.manager.get(one.path)).body as Application
    expect(seen).toMatchObject({ status: 'under_review', waitingOn: 'client' })
    expect(await waitingOn()).toBe('client')
    const mails = await mailsTo(server.context, one.client.username)
    expect(mails.map(({ template }) => template)).toEqual(['corrections-asked'])
    const [mail] = mails
    expect(mail?.text).toContain('Tax Income Number')
    expect(mail?.text).toContain('Payslip 1')
    expect(mail?.text).not.toContain('Something else')
    expect(mail?.text).not.toContain(OLD_NUMBER)
    expect(mail?.text).not.toContain('march.pdf')
  })

  test('2. the client has exactly these tasks, and can change nothing else', async () => {
    await ask(one.manager, one.path, taxAndPayslip())
    const round = await askedOf(one.session)
    expect(round.items.map(({ subject, done }) => [subject.kind, done])).toEqual([
      ['answer', false],
      ['document', false],
    ])
    const city = await one.session.put('/api/application', { city: 'Durban' })
    expect(city).toMatchObject({
      status: 409,
      body: {
        code: 'not-open',
        detail: 'You can only change what we asked for: Tax Income Number, Payslip 1.',
        errors: [{ path: 'city' }],
      },
    })
    const tax = await one.session.put('/api/application', { taxIncomeNumber: NEW_NUMBER })
    expect(tax).toMatchObject({ status: 200, body: { taxIncomeNumber: NEW_NUMBER, city: 'Cape Town' } })
    for (const body of [
      { currentStep: 'personal' },
      { confirmations: { terms: false } },
      { payslipUploads: [] },
    ]) {
      expect((await one.session.put('/api/application', body)).status).toBe(409)
    }
    expect((await one.session.delete(`/api/documents/${one.payslip.id}`)).status).toBe(409)
  })

  test('3. sending is refused until all is answered; the manager sees old and new, and approves after accepting', async () => {
    await ask(one.manager, one.path, taxAndPayslip())
    await one.session.put('/api/application', { taxIncomeNumber: NEW_NUMBER })
    const [tax, payslip] = (await askedOf(one.session)).items
    expect(tax?.done).toBe(true)
    expect(await sendBack()).toMatchObject({
      status: 422,
      body: { code: 'incomplete', errors: [{ path: `items.${payslip?.id}` }] },
    })
    const handed = await handIn(one.session, payslip?.id ?? '')
    expect(handed.status).toBe(200)
    expect((await status('approved')).body).toMatchObject({
      status: 409,
      code: 'round-open',
      current: { status: 'under_review', actions: ['reject'] },
    })
    // Another refusal leaves it out as well.
    expect((await status('cancelled')).body).toMatchObject({
      code: 'not-possible',
      current: { actions: ['reject'] },
    })
    expect(await sendBack()).toMatchObject({
      status: 200,
      body: { correctionRound: null, confirmations: { accurate: true } },
    })
    expect(await waitingOn()).toBe('staff')
    const round = await latest()
    expect(round).toMatchObject({
      state: 'answered',
      number: 1,
      items: [
        { before: { taxIncomeNumber: OLD_NUMBER }, after: { taxIncomeNumber: NEW_NUMBER } },
        { document: { id: one.payslip.id, name: 'march.pdf' }, file: { name: 'april.pdf' } },
      ],
    })
    const mails = await mailsTo(server.context, one.managerUsername)
    expect(mails.map(({ template }) => template)).toEqual(['corrections-answered'])
    expect((await status('approved')).body).toMatchObject({ status: 409, code: 'round-open' })
    for (const { id } of round?.items ?? []) expect((await judge(id, 'accepted')).status).toBe(200)
    expect(await waitingOn()).toBeNull()
    expect((await status('approved')).status).toBe(200)
  })

  test('4. a repeated request starts from the previous answer; the log contains paths and never values', async () => {
    await ask(one.manager, one.path, taxAndPayslip())
    await one.session.put('/api/application', { taxIncomeNumber: NEW_NUMBER })
    const [, payslip] = (await askedOf(one.session)).items
    await handIn(one.session, payslip?.id ?? '')
    await sendBack()
    const first = await latest()
    const [taxItem, payslipItem] = first?.items ?? []
    await judge(taxItem?.id, 'again', { reason: 'does-not-agree', comment: 'SARS says otherwise' })
    await judge(payslipItem?.id, 'again')
    expect((await corrections()).basket).toMatchObject([
      { reason: 'does-not-agree', comment: 'SARS says otherwise' },
      { subject: { kind: 'document', documentId: payslipItem?.file?.id } },
    ])
    await one.manager.post(`${one.path}/corrections/send`, {})
    const second = await askedOf(one.session)
    expect(second).toMatchObject({
      number: 2,
      items: [{ before: { taxIncomeNumber: NEW_NUMBER } }, { document: { name: 'april.pdf' } }],
    })
    await answerWithText(one.session)
    expect((await corrections()).rounds.map(({ state }) => state)).toEqual(['answered', 'asked-again'])
    const log = await server.context.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, one.client.applicationId))
    const text = JSON.stringify(log)
    expect(text).toContain('taxIncomeNumber')
    for (const value of [OLD_NUMBER, NEW_NUMBER, 'SARS', 'It is right', 'april.pdf']) {
      expect(text).not.toContain(value)
    }
  })
})

test('a superseded document is kept and readable by staff; an unsent one is deleted', async () => {
  await ask(one.manager, one.path, taxAndPayslip())
  const [, payslip] = (await askedOf(one.session)).items
  const first = (await handIn(one.session, payslip?.id ?? '')).body as { id: string }
  const second = (await handIn(one.session, payslip?.id ?? '')).body as { id: string }
  const rows = await server.context.database.db
    .select()
    .from(documents)
    .where(eq(documents.applicationId, one.client.applicationId))
  const row = (id: string) => rows.find((found) => found.id === id)
  expect(row(one.payslip.id)).toMatchObject({ supersededBy: second.id, removedAt: null })
  expect(row(first.id)?.removedAt).not.toBeNull()
  const shown = (await one.session.get('/api/application')).body as Application
  expect(shown.payslipUploads.map(({ id }) => id)).toEqual([second.id])
  expect((await one.manager.get(`/objects/uploads/${one.payslip.id}`)).status).toBe(200)
})

test('payslips cannot be added to their list while one of them is requested', async () => {
  await ask(one.manager, one.path, taxAndPayslip())
  const address = await requestAddress(one.session)
  const answer = await one.session.put('/api/payslip-uploads', {
    payslipURL: address.split('?')[0],
    fileName: 'more.pdf',
  })
  expect(answer.status).toBe(409)
})

test('an unchanged answer needs an explanation', async () => {
  await ask(one.manager, one.path, [{ kind: 'answer', path: 'taxIncomeNumber' }])
  await one.session.put('/api/application', { taxIncomeNumber: OLD_NUMBER })
  expect((await sendBack()).status).toBe(422)
  const [item] = (await askedOf(one.session)).items
  await one.session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
  expect((await sendBack()).status).toBe(200)
})

test('an answer that raises another question is sent once that is answered too', async () => {
  await ask(one.manager, one.path, [{ kind: 'answer', path: 'assets.pensionFunds' }])
  await one.session.put('/api/application', { assets: { pensionFunds: 5000 } })
  expect((await sendBack()).body).toMatchObject({ errors: [{ path: 'pensionBenefitsStatements' }] })
  await one.session.put('/api/application', { assets: { pensionFunds: 0 } })
  const [item] = (await askedOf(one.session)).items
  await one.session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'I have none.' })
  expect((await sendBack()).status).toBe(200)
})

test('a request that is withdrawn during typing keeps the saved answers, and allows no more changes', async () => {
  await ask(one.manager, one.path, taxAndPayslip())
  await one.session.put('/api/application', { taxIncomeNumber: NEW_NUMBER })
  expect((await one.manager.post(`${one.path}/corrections/withdraw`)).status).toBe(200)
  expect(await waitingOn()).toBeNull()
  const late = await one.session.put('/api/application', { taxIncomeNumber: OLD_NUMBER })
  expect(late).toMatchObject({ status: 409, body: { code: 'not-editable' } })
  expect((await sendBack()).status).toBe(409)
  expect(await latest()).toMatchObject({
    state: 'withdrawn',
    items: [{ before: { taxIncomeNumber: OLD_NUMBER }, after: { taxIncomeNumber: NEW_NUMBER } }, {}],
  })
  const mails = await mailsTo(server.context, one.client.username)
  expect(mails.at(-1)?.template).toBe('corrections-withdrawn')
})

test.each([['rejected'], ['cancelled'], ['onboarded']])('the status %s ends an open request', async (to) => {
  await ask(one.manager, one.path)
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const session = to === 'rejected' ? one.manager : admin
  expect((await session.put(`${one.path}/status`, { status: to, reason: 'Because.' })).status).toBe(200)
  expect(await latest()).toMatchObject({ state: 'superseded' })
  expect(await waitingOn()).toBeNull()
  expect((await sendBack()).status).toBe(409)
})

test('the draft request is shared by all staff, contains each item once, and items can be removed', async () => {
  const [tax] = taxAndPayslip()
  await note(one.manager, one.path, tax)
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  await note(admin, one.path, tax, { reason: 'incomplete', comment: 'A digit is missing' })
  const { basket: draft } = await corrections()
  expect(draft).toMatchObject([{ reason: 'incomplete', comment: 'A digit is missing' }])
  expect((await status('approved')).body).toMatchObject({ code: 'round-open' })
  const strike = () => admin.delete(`${one.path}/corrections/items/${draft[0]?.id}`)
  expect((await strike()).status).toBe(204)
  expect((await strike()).status).toBe(404)
  expect((await one.manager.post(`${one.path}/corrections/send`, {})).status).toBe(409)
  expect((await status('approved')).status).toBe(200)
})

test.each([
  [{ kind: 'answer', path: 'marriageType' }],
  [{ kind: 'answer', path: 'childrenDetails.0.idNumber' }],
  [{ kind: 'document', documentId: '0190e0a0-0000-7000-8000-000000000001' }],
] as const)('items that do not exist cannot be requested: %j', async (subject) => {
  expect((await note(one.manager, one.path, subject)).status).toBe(400)
})

test('a further document and a question are answered by a file and by text', async () => {
  await ask(one.manager, one.path, [
    { kind: 'additional', title: 'Proof of address' },
    { kind: 'question', question: 'Where does the money come from?' },
  ])
  const [further, question] = (await askedOf(one.session)).items
  expect((await handIn(one.session, further?.id ?? '')).status).toBe(200)
  await one.session.put(`/api/application/corrections/${question?.id}/reply`, { reply: 'An inheritance.' })
  expect((await sendBack()).status).toBe(200)
  const seen = (await one.manager.get(one.path)).body as Application
  expect(seen.furtherDocuments).toMatchObject([{ name: 'april.pdf' }])
})

test('of a client who sends and staff who withdraw simultaneously, one succeeds and the other gets an error', async () => {
  await ask(one.manager, one.path)
  const [item] = (await askedOf(one.session)).items
  await one.session.put(`/api/application/corrections/${item?.id}/reply`, { reply: 'It is right.' })
  const answers = await Promise.all([sendBack(), one.manager.post(`${one.path}/corrections/withdraw`)])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
})

test('two simultaneous requests by staff are one', async () => {
  const [tax] = taxAndPayslip()
  await note(one.manager, one.path, tax)
  const send = () => one.manager.post(`${one.path}/corrections/send`, {})
  const answers = await Promise.all([send(), send()])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  expect(await mailsTo(server.context, one.client.username)).toHaveLength(1)
})
