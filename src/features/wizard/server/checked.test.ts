import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationSchema } from '#features/applications/api/application.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { fieldsWithDefault } from '#features/applications/rules/wizard/default-answers.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Default answers that a client has checked (docs/decisions/0062). */
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

const save = async (body: object, path = '/api/application') => {
  const answer = await client.put(path, body)
  return applicationSchema.parse(answer.body)
}

async function logged() {
  const rows = await server.context.database.db
    .select({ action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.objectId, made.applicationId), eq(auditEvents.actorId, made.id)))
    .orderBy(asc(auditEvents.id))
  return rows.map(({ action, details }) => [action, details])
}

test('are stored for every device, only grow, and do not change the version', async () => {
  const before = await save({ confirmations: { accurate: true } })
  await save({ checkedDefaults: ['smoker'] })
  await save({ checkedDefaults: ['maritalStatus'] })
  const after = await save({ checkedDefaults: [] })
  expect(after).toMatchObject({
    checkedDefaults: ['smoker', 'maritalStatus'],
    version: before.version,
    confirmations: { accurate: true },
  })
  const elsewhere = await server.as(made.username)
  expect((await elsewhere.get('/api/application')).body).toMatchObject({
    checkedDefaults: ['smoker', 'maritalStatus'],
  })
})

test('are part of the editing session, and a save that adds nothing records nothing', async () => {
  await save({ checkedDefaults: ['smoker'] }, '/api/application?draft=1')
  await save({ city: 'Durban' }, '/api/application?draft=1')
  await save({ checkedDefaults: ['smoker'] })
  expect(await logged()).toEqual([])
  await save({ checkedDefaults: ['smoker'], currentStep: 'address' })
  expect(await logged()).toEqual([
    ['application.draft-saved', expect.objectContaining({ fields: ['checkedDefaults', 'city'], saves: 2 })],
    ['application.saved', expect.objectContaining({ fields: [] })],
  ])
})

test('are refused for an unknown question', async () => {
  expect((await client.put('/api/application', { checkedDefaults: ['status'] })).status).toBe(400)
  expect((await client.put('/api/application', { checkedDefaults: 'smoker' })).status).toBe(400)
})

test('are not needed for submission', async () => {
  const { emailAddress: _, checkedDefaults: __, ...answers } = completeAnswers('x@people.example')
  await save(answers)
  const refused = await client.post('/api/application/submit')
  expect(JSON.stringify(refused.body)).not.toContain('checkedDefaults')
  expect(fieldsWithDefault.some((name) => JSON.stringify(refused.body).includes(name))).toBe(false)
})
