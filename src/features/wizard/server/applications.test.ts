import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applicationSchema, type Application } from '#features/applications/api/application.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { problemSchema } from '#base/rules/api/problem.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let made: MadeClient
let client: HttpSession

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  made = await makeClient(server.context, { fullName: 'Thandiwe Nkosi' })
  client = await server.as(made.username)
})

const read = (answer: HttpAnswer): Application => applicationSchema.parse(answer.body)
const problemOf = (answer: HttpAnswer) => problemSchema.parse(answer.body)
const save = (body: unknown, headers?: Record<string, string>) =>
  client.put('/api/application', body, headers)
const tag = (version: number) => etagOf({ id: made.applicationId, version })
const load = async () => read(await client.get('/api/application'))

async function stored() {
  const [row] = await server.context.database.db
    .select()
    .from(applications)
    .where(eq(applications.userId, made.id))
  if (row === undefined) throw new Error('The application is gone.')
  return row
}

async function eventsOf(
  action: 'application.saved' | 'application.confirmed' | 'application.status-changed',
) {
  return server.context.database.db
    .select({ details: auditEvents.details, actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(and(eq(auditEvents.objectId, made.applicationId), eq(auditEvents.action, action)))
    .orderBy(asc(auditEvents.id))
}

describe('reading', () => {
  test('a new application has the defaults of the specification, and the username as email address', async () => {
    expect(await load()).toMatchObject({
      status: 'draft',
      currentStep: 'personal',
      version: 1,
      maritalStatus: 'single',
      hasChildren: false,
      highestEducation: 'matric',
      smoker: false,
      emailAddress: made.username,
      faisDocumentUploaded: false,
      createdByWealthManagerId: null,
      payslipUploads: [],
      confirmations: { accurate: false, terms: false, brokerReview: false },
    })
  })

  test('the version is the ETag, and responses are not cached', async () => {
    const { headers } = await client.get('/api/application')
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([
      expect.stringContaining(`${tag(1).slice(0, -1)}.`),
      'no-store',
    ])
  })

  test('names the wealth manager, and whether there is a letter', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Pieter van Wyk' })
    const other = await makeClient(server.context, { wealthManagerId: manager.id })
    const answer = await (await server.as(other.username)).get('/api/application')
    expect(read(answer)).toMatchObject({
      createdByWealthManagerId: manager.id,
      wealthManagerName: 'Pieter van Wyk',
      wealthManagerEmail: manager.username,
      faisLetterAvailable: false,
    })
  })

  test('names no deactivated wealth manager', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Pieter van Wyk' })
    const other = await makeClient(server.context, { wealthManagerId: manager.id })
    await server.context.database.db
      .update(users)
      .set({ deactivatedAt: new Date() })
      .where(eq(users.id, manager.id))
    const answer = await (await server.as(other.username)).get('/api/application')
    expect(read(answer)).toMatchObject({ wealthManagerName: 'Pieter van Wyk', wealthManagerEmail: null })
  })
})

describe('saving', () => {
  test('merges the fields sent and returns the whole application', async () => {
    await save({ city: 'Durban', currentStep: 'address' })
    const answer = await save({ postalCode: '4001', assets: { cashOnHand: 10.25 } })
    expect(read(answer)).toMatchObject({
      city: 'Durban',
      postalCode: '4001',
      currentStep: 'address',
      assets: { cashOnHand: 10.25 },
      version: 3,
    })
    expect(answer.headers.get('etag')).toBe(tag(3))
  })

  test('stores amounts to the cent, up to the maximum', async () => {
    const assets = { cashOnHand: 0.01, stocks: 999_999_999_999.99, bonds: 0.1, unitTrusts: 0.2 }
    await save({ assets })
    expect((await load()).assets).toEqual(assets)
  })

  test('records names of changed fields, never values', async () => {
    await save({ idNumber: '8001015009087', city: 'Durban', currentStep: 'address' })
    const events = await eventsOf('application.saved')
    expect(events).toEqual([
      { actorId: made.id, details: { version: 2, fields: ['idNumber', 'city'], currentStep: 'address' } },
    ])
    expect(JSON.stringify(events)).not.toContain('8001015009087')
  })

  test('a save that changes nothing records nothing', async () => {
    await save({ city: 'Durban' })
    await save({ city: 'Durban' })
    expect(await load()).toMatchObject({ version: 2 })
    expect(await eventsOf('application.saved')).toHaveLength(1)
  })

  test('the most private answers are encrypted in the database', async () => {
    const children = [{ fullName: 'Lwazi', idNumber: '1504125321087' }]
    await save({
      idNumber: '8001015009087',
      taxIncomeNumber: '0001339050',
      hasChildren: true,
      childrenDetails: children,
    })
    expect(await load()).toMatchObject({ idNumber: '8001015009087', childrenDetails: children })
    const text = JSON.stringify(await stored())
    for (const secret of ['8001015009087', '0001339050', '1504125321087']) expect(text).not.toContain(secret)
  })

  test.each([
    ['status', 'approved'],
    ['userId', '0198c0de-0000-7000-8000-000000000000'],
    ['id', '0198c0de-0000-7000-8000-000000000000'],
    ['createdByWealthManagerId', null],
    ['faisDocumentUploaded', true],
    ['submittedAt', '2026-11-20T10:00:00.000Z'],
    ['version', 9],
    ['role', 'admin'],
  ])('refuses %s, which clients may not set, and saves none of the other fields', async (field, value) => {
    const answer = await save({ city: 'Durban', [field]: value })
    expect(answer.status).toBe(400)
    expect(problemOf(answer).errors).toEqual([{ path: field, message: 'This field cannot be set.' }])
    expect(await load()).toMatchObject({ city: null, version: 1 })
  })

  test.each([
    [{ dateOfBirth: '1999-02-31' }, 'dateOfBirth'],
    [{ assets: { yacht: 1 } }, 'assets.yacht'],
    [{ assets: { cashOnHand: 1.234 } }, 'assets.cashOnHand'],
    [{ childrenDetails: [{ fullName: 'Lwazi', idNumber: '1', age: 3 }] }, 'childrenDetails.0.age'],
    [{ currentStep: 'nowhere' }, 'currentStep'],
    [{ confirmations: { accurate: 'yes' } }, 'confirmations.accurate'],
    [
      {
        payslipUploads: [
          {
            id: '0198c0de-0000-7000-8000-000000000000',
            name: 'x',
            url: '/x',
            uploadDate: '2026-11-20T10:00:00Z',
          },
        ],
      },
      'payslipUploads.0',
    ],
  ])('names the field at which %j is wrong', async (body, path) => {
    const answer = await save(body)
    expect(answer.status).toBe(400)
    expect(problemOf(answer).errors?.[0]).toMatchObject({ path })
  })
})

describe('two tabs', () => {
  test('a save of an outdated version is refused, and changes nothing', async () => {
    await save({ city: 'Durban' }, { 'if-match': tag(1) })
    const answer = await save({ city: 'Pretoria' }, { 'if-match': tag(1) })
    expect([answer.status, problemOf(answer).code]).toEqual([412, 'version-conflict'])
    expect(await load()).toMatchObject({ city: 'Durban' })
  })

  test('of simultaneous saves one wins', async () => {
    const cities = ['Durban', 'Pretoria', 'Polokwane', 'Mbombela']
    const answers = await Promise.all(cities.map((city) => save({ city }, { 'if-match': tag(1) })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })

  test('moving between steps does not change the version', async () => {
    await save({ currentStep: 'employment' })
    expect((await save({ city: 'Durban' }, { 'if-match': tag(1) })).status).toBe(200)
  })

  test('an ETag of another application is refused without data of either', async () => {
    const other = await makeClient(server.context, { fullName: 'Bongani Nkosi' })
    const theirs = etagOf({ id: other.applicationId, version: 1 })
    const answer = await save({ city: 'Durban' }, { 'if-match': theirs })
    expect([answer.status, problemOf(answer).code]).toEqual([412, 'version-conflict'])
    expect(answer.text).not.toMatch(/Bongani|Thandiwe/u)
    expect(await load()).toMatchObject({ city: null, version: 1 })
  })

  test('a page from before ETags named their application is asked to reload', async () => {
    const answer = await save({ city: 'Durban' }, { 'if-match': '"1"' })
    expect([answer.status, problemOf(answer).code]).toEqual([412, undefined])
    expect(problemOf(answer).detail).toContain('Please reload it')
  })
})

describe('confirmations', () => {
  test('are stored with time and wording, and accurate is reset by the next change', async () => {
    await save({ confirmations: { accurate: true, terms: true } })
    expect((await stored()).confirmations).toMatchObject({
      accurate: { wording: expect.any(String) as unknown, at: expect.any(String) as unknown },
    })
    const after = read(await save({ city: 'Durban' }))
    expect(after.confirmations).toEqual({ accurate: false, terms: true, brokerReview: false })
    expect((await eventsOf('application.confirmed')).map(({ details }) => details)).toMatchObject([
      { confirmed: ['accurate', 'terms'], withdrawn: [] },
      { confirmed: [], withdrawn: ['accurate'] },
    ])
  })

  test('of the terms keep the addresses that were agreed to', async () => {
    const { branding } = server.context.settings
    const { termsUrl: terms, privacyUrl: privacy } = branding
    await save({ confirmations: { terms: true, brokerReview: true } })
    const termsUrl = 'https://firm.example/terms-of-2027'
    changeSettings(server, { branding: { ...branding, termsUrl } })
    await save({ city: 'Durban', confirmations: { terms: true } })
    const { confirmations: saved } = await stored()
    expect(saved.terms).toMatchObject({ links: { terms, privacy } })
    expect(saved.brokerReview).not.toHaveProperty('links')
    await save({ confirmations: { terms: false } })
    await save({ confirmations: { terms: true } })
    expect((await stored()).confirmations.terms?.links?.terms).toBe(termsUrl)
  })

  test('are unaffected by moving between steps', async () => {
    await save({ confirmations: { accurate: true } })
    expect(read(await save({ currentStep: 'review' })).confirmations.accurate).toBe(true)
  })
})

describe('submitting', () => {
  const submit = () => client.post('/api/application/submit')

  async function complete(): Promise<void> {
    const { assets, liabilities, ...answers } = completeAnswers(made.username)
    await save({
      ...answers,
      assets,
      liabilities,
      confirmations: { accurate: true, terms: true, brokerReview: true },
    })
    await makeDocument(server.context, {
      applicationId: made.applicationId,
      ownerId: made.id,
      kind: 'signedFais',
    })
  }

  test('an incomplete application is refused with every missing field and its step', async () => {
    const answer = await submit()
    expect(answer.status).toBe(422)
    const { code, errors = [] } = problemOf(answer)
    expect(code).toBe('incomplete')
    expect(errors).toContainEqual({ step: 'personal', path: 'salutation', message: 'Salutation is required' })
    expect(errors).toContainEqual({ step: 'address', path: 'city', message: 'City is required' })
    expect(new Set(errors.map(({ step }) => step))).toEqual(
      new Set(['personal', 'address', 'employment', 'documents', 'review']),
    )
    expect((await stored()).status).toBe('draft')
  })

  test('a complete one is submitted once, however often it is requested', async () => {
    await complete()
    const answers = await Promise.all([submit(), submit(), submit()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const submitted = read(await submit())
    expect(submitted).toMatchObject({ status: 'submitted', currentStep: 'success' })
    expect(submitted.submittedAt).not.toBeNull()
    expect((await eventsOf('application.status-changed')).map(({ details }) => details)).toEqual([
      { action: 'submit', from: 'draft', to: 'submitted' },
    ])
  })

  test('mails the client and the manager, once each', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    made = await makeClient(server.context, { wealthManagerId: manager.id })
    client = await server.as(made.username)
    await complete()
    await submit()
    await submit()
    const mails = await server.context.database.db.select({ to: mailOutbox.recipient }).from(mailOutbox)
    const recipients = mails.map(({ to }) => to)
    expect(recipients.filter((to) => to === made.username)).toHaveLength(1)
    expect(recipients.filter((to) => to === manager.username)).toHaveLength(1)
  })

  test('mails all admins where there is no manager, or the manager is deactivated', async () => {
    const { db } = server.context.database
    const admin = await makeUser(server.context, { role: 'admin' })
    const gone = await makeUser(server.context, { role: 'wealth_manager' })
    await db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, gone.id))
    for (const wealthManagerId of [null, gone.id]) {
      made = await makeClient(server.context, { wealthManagerId })
      client = await server.as(made.username)
      await complete()
      expect((await submit()).status).toBe(200)
    }
    const mails = await mailsTo(server.context, admin.username)
    expect(mails.map(({ template }) => template)).toEqual([
      'application-unassigned',
      'application-unassigned',
    ])
    expect(await mailsTo(server.context, gone.username)).toEqual([])
  })

  test('after that nothing can be changed', async () => {
    await complete()
    await submit()
    const answer = await save({ city: 'Pretoria' })
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'not-editable'])
    expect((await load()).city).toBe('Cape Town')
  })

  test('a cancelled application cannot be submitted', async () => {
    made = await makeClient(server.context, { application: { status: 'cancelled' } })
    client = await server.as(made.username)
    expect((await submit()).status).toBe(409)
  })

  test.each(['status', 'anything'])('takes no body: %s is refused', async (field) => {
    expect((await client.post('/api/application/submit', { [field]: 'x' })).status).toBe(400)
  })
})
