import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { applicationSchema } from '#domain/api/application.ts'
import { completeAnswers } from '#domain/applications/wizard/complete-answers.ts'
import { makeClient } from '#server/app/demo/factories/applications.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import { ask, makeReviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** How often a request goes to the database (docs/decisions/0008): hot paths may not grow unnoticed. */
let server: TestServer
let client: HttpSession

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const answers = completeAnswers('client@test.example')
  const made = await makeClient(server.context, { wealthManagerId: manager.id, application: { answers } })
  client = await server.as(made.username)
})

/** The statements that a request sends, in the order in which it sends them. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await request()
  const named = sent.mock.calls.map(([query]: unknown[]) => query as string | { name?: string; text: string })
  sent.mockRestore()
  return named.map((query) => (typeof query === 'string' ? query : (query.name ?? query.text)))
}

test('who is signed in: once', async () => {
  expect(await statementsOf(() => client.get('/api/user'))).toEqual(['find_actor'])
})

test('reading the application: once, with the session', async () => {
  expect(await statementsOf(() => client.get('/api/application'))).toEqual(['find_application_of_session'])
})

test('an application of which something is asked: once more, for what that is', async () => {
  const { manager, path, session } = await makeReviewed(server)
  await ask(manager, path)
  const statements = await statementsOf(() => session.get('/api/application'))
  expect(statements).toEqual(['find_application_of_session', 'find_asked_round'])
})

test('saving: once to read with the session, once to write with the audit row', async () => {
  const save = () => client.put('/api/application', { city: 'Durban', currentStep: 'employment' })
  expect(await statementsOf(save)).toEqual(['find_application_of_session', 'save_application'])
})

test('saving while somebody types: as often, and without a row in the audit log', async () => {
  const save = () => client.put('/api/application?draft=1', { city: 'Durban' })
  expect(await statementsOf(save)).toEqual(['find_application_of_session', 'save_draft'])
})

test('a save that changes nothing writes nothing', async () => {
  const save = () => client.put('/api/application', { smoker: false })
  expect(await statementsOf(save)).toEqual(['find_application_of_session'])
})

test('a page that holds the whole list: once, after the session', async () => {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const list = () => admin.get('/api/admin/applications?status=draft&sort=createdAt&direction=asc')
  expect(await statementsOf(list)).toEqual([
    'find_actor',
    expect.stringMatching(/^select .* from "application_summaries"/su),
  ])
})

test('nobody, and a session that is none of ours, cost no more', async () => {
  expect(await statementsOf(() => server.visit().get('/api/application'))).toEqual([])
  const stranger = server.visit()
  stranger.cookies.set('session', 'somebody')
  const asked: unknown[] = []
  const statements = await statementsOf(async () =>
    asked.push((await stranger.get('/api/application')).status),
  )
  expect([asked, statements]).toEqual([[401], ['find_application_of_session']])
})

test('staff have no application, and are told what everybody is told whose role does not permit it', async () => {
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const browser = await server.as(manager.username)
  expect((await browser.get('/api/application')).status).toBe(403)
  expect((await browser.put('/api/application', { city: 'Durban' })).status).toBe(403)
})

test('saves of different fields at the same moment are all kept, and answer with what is stored', async () => {
  const fields = ['city', 'postalCode', 'addressLine1', 'addressLine2', 'occupation', 'employerName'] as const
  const answers = await Promise.all(
    fields.map((field) => client.put('/api/application', { [field]: `new ${field}`.slice(0, 10) })),
  )
  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
  const now = applicationSchema.parse((await client.get('/api/application')).body)
  expect(fields.map((field) => now[field])).toEqual(fields.map((field) => `new ${field}`.slice(0, 10)))
  expect(now.version).toBe(1 + fields.length)
  const versions = answers.map(({ body }) => applicationSchema.parse(body).version)
  expect(versions.toSorted()).toEqual(fields.map((_, index) => index + 2))
  const newest = answers.find(({ body }) => applicationSchema.parse(body).version === now.version)
  expect(newest?.body).toEqual(now)
})
