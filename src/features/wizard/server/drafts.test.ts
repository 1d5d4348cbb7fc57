import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationSchema } from '#features/applications/api/application.ts'
import { etagOf } from '#base/rules/api/etag.ts'
import { problemSchema } from '#base/rules/api/problem.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { draftEditSessions } from '#features/wizard/schema.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { recordLongDrafts } from './draft-edit-sessions.ts'

/** Autosaves while the client types (docs/decisions/0030). */
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

const type = (body: unknown, headers?: Record<string, string>) =>
  client.put('/api/application?draft=1', body, headers)
const save = (body: unknown) => client.put('/api/application', body)
const tag = (version: number) => etagOf({ id: made.applicationId, version })
const MINUTE_MS = 60_000

/** The audit log of the application, without its creation. */
async function logged() {
  const rows = await server.context.database.db
    .select({ action: auditEvents.action, details: auditEvents.details, actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(eq(auditEvents.objectId, made.applicationId))
    .orderBy(asc(auditEvents.id))
  return rows.filter(({ action }) => action !== 'application.created')
}

const actionsLogged = async () => (await logged()).map(({ action }) => action)

const wait = (minutes: number) =>
  recordLongDrafts({
    database: server.context.database,
    now: () => new Date(Date.now() + minutes * MINUTE_MS),
  })

test('each is stored at once, for every device, and makes a version', async () => {
  await type({ city: 'Dur' })
  const answer = await type({ city: 'Durban' })
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, tag(3)])
  const elsewhere = await server.as(made.username)
  const read = applicationSchema.parse((await elsewhere.get('/api/application')).body)
  expect(read).toMatchObject({ city: 'Durban', version: 3 })
})

test('an editing session is one audit row with all changed fields, before the save that ends it', async () => {
  for (const city of ['D', 'Du', 'Dur', 'Durb', 'Durban']) await type({ city })
  await type({ postalCode: '4001' })
  expect(await logged()).toEqual([])
  await save({ country: 'South Africa', currentStep: 'address' })
  expect(await logged()).toEqual([
    {
      action: 'application.draft-saved',
      actorId: made.id,
      details: {
        version: 7,
        fields: ['city', 'postalCode'],
        currentStep: 'personal',
        saves: 6,
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) as unknown,
      },
    },
    {
      action: 'application.saved',
      actorId: made.id,
      details: { version: 8, fields: ['country'], currentStep: 'address' },
    },
  ])
})

test('an editing session without an explicit save is in the log after ten minutes, once', async () => {
  await type({ idNumber: '8001015009087' })
  await wait(9)
  expect(await logged()).toEqual([])
  await wait(10)
  await wait(10)
  expect(await actionsLogged()).toEqual(['application.draft-saved'])
  expect(JSON.stringify(await logged())).not.toContain('8001015009087')
  await type({ city: 'Durban' })
  await wait(10)
  expect((await logged()).map(({ details }) => details)).toMatchObject([
    { fields: ['idNumber'], saves: 1 },
    { fields: ['city'], saves: 1 },
  ])
})

test('simultaneous autosaves and saves are recorded once, in any order', async () => {
  await type({ city: 'Durban' })
  await Promise.all([
    save({ country: 'South Africa' }),
    wait(10),
    type({ postalCode: '4001' }),
    type({ addressLine1: '12 Dorp Street' }),
    wait(10),
  ])
  await wait(10)
  const fields = (await logged()).flatMap(({ details }) => (details as { fields: string[] }).fields)
  expect(fields.toSorted()).toEqual(['addressLine1', 'city', 'country', 'postalCode'])
})

test('two addresses are two editing sessions', async () => {
  const elsewhere = await server.as(made.username, '198.51.100.7')
  await type({ city: 'Durban' })
  await elsewhere.put('/api/application?draft=1', { postalCode: '4001' })
  await wait(10)
  const rows = await server.context.database.db
    .select({ ip: auditEvents.ip, details: auditEvents.details })
    .from(auditEvents)
    .where(
      and(eq(auditEvents.objectId, made.applicationId), eq(auditEvents.action, 'application.draft-saved')),
    )
    .orderBy(asc(auditEvents.ip))
  expect(rows).toMatchObject([
    { ip: '192.0.2.1', details: { fields: ['city'] } },
    { ip: '198.51.100.7', details: { fields: ['postalCode'] } },
  ])
})

test('one that resets the confirmation is recorded at once', async () => {
  await save({ confirmations: { accurate: true } })
  await type({ city: 'Durban' })
  expect(await actionsLogged()).toEqual([
    'application.saved',
    'application.confirmed',
    'application.saved',
    'application.confirmed',
  ])
})

test('nothing is left to record once an application is submitted', async () => {
  await type({ ...completeAnswers(made.username) })
  await save({ confirmations: { accurate: true, terms: true, brokerReview: true } })
  await type({ addressLine3: 'Die Boord' })
  await save({ confirmations: { accurate: true } })
  await makeDocument(server.context, {
    applicationId: made.applicationId,
    ownerId: made.id,
    kind: 'signedFais',
  })
  expect((await client.post('/api/application/submit')).status).toBe(200)
  expect((await actionsLogged()).at(-1)).toBe('application.status-changed')
  const owed = eq(draftEditSessions.applicationId, made.applicationId)
  expect(await server.context.database.db.$count(draftEditSessions, owed)).toBe(0)
})

test('an outdated version or invalid input is refused', async () => {
  await save({ city: 'Durban' })
  const outdated = await type({ city: 'Pretoria' }, { 'if-match': tag(1) })
  expect([outdated.status, problemSchema.parse(outdated.body).code]).toEqual([412, 'version-conflict'])
  expect((await type({ dateOfBirth: '1999-02-31' })).status).toBe(400)
  expect(await actionsLogged()).toEqual(['application.saved'])
})

test('a client who leaves during a save may have seen the version before or after it', async () => {
  await type({ city: 'Durban' }, { 'if-match': tag(1) })
  const last = await type({ city: 'Durban North' }, { 'if-match': `${tag(1)}, ${tag(2)}` })
  expect([last.status, last.headers.get('etag')]).toEqual([200, tag(3)])
  expect((await type({ city: 'Pretoria' }, { 'if-match': `${tag(1)}, ${tag(2)}` })).status).toBe(412)
})
