import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { applicationSchema } from '#features/applications/api/application.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { ask, makeReviewed } from '#test/support/corrections.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Number of database round trips per request (docs/decisions/0008), which must not grow unnoticed. */
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

/** The statements of a request, in order. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await request()
  const named = sent.mock.calls.map(([query]: unknown[]) => query as string | { name?: string; text: string })
  sent.mockRestore()
  return named.map((query) => (typeof query === 'string' ? query : (query.name ?? query.text)))
}

test('the signed-in user: once', async () => {
  expect(await statementsOf(() => client.get('/api/user'))).toEqual(['find_actor'])
})

test('reading the application: once, with the session', async () => {
  expect(await statementsOf(() => client.get('/api/application'))).toEqual(['find_application_of_session'])
})

test('an application with a correction request: once more, to read it', async () => {
  const { manager, path, session } = await makeReviewed(server)
  await ask(manager, path)
  const statements = await statementsOf(() => session.get('/api/application'))
  expect(statements).toEqual(['find_application_of_session', 'find_asked_round'])
})

/** What a save does before it writes. */
const LOCKED = ['find_actor', 'begin', 'lock_application_of_client', 'find_application_of_client']

test('saving: once to write with the audit row, behind the lock', async () => {
  const save = () => client.put('/api/application', { city: 'Durban', currentStep: 'employment' })
  expect(await statementsOf(save)).toEqual([...LOCKED, 'save_application', 'commit'])
})

test('autosaving: as often, and without an audit row', async () => {
  const save = () => client.put('/api/application?draft=1', { city: 'Durban' })
  expect(await statementsOf(save)).toEqual([...LOCKED, 'save_draft', 'commit'])
})

test('a save that changes nothing writes nothing', async () => {
  const save = () => client.put('/api/application', { smoker: false })
  expect(await statementsOf(save)).toEqual([...LOCKED, 'commit'])
})

test('a page with the whole list: once, after the session', async () => {
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  const list = () => admin.get('/api/admin/applications?status=draft&sort=createdAt&direction=asc')
  expect(await statementsOf(list)).toEqual(['find_actor', expect.stringMatching(/^list_[0-9a-f]{24}$/u)])
})

test('anonymous callers and unknown sessions cost no more', async () => {
  expect(await statementsOf(() => server.visit().get('/api/application'))).toEqual([])
  const stranger = server.visit()
  stranger.cookies.set('session', 'somebody')
  const asked: unknown[] = []
  const statements = await statementsOf(async () =>
    asked.push((await stranger.get('/api/application')).status),
  )
  expect([asked, statements]).toEqual([[401], ['find_application_of_session']])
})

test('staff have no application, and get the usual error for a wrong role', async () => {
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const browser = await server.as(manager.username)
  expect((await browser.get('/api/application')).status).toBe(403)
  expect((await browser.put('/api/application', { city: 'Durban' })).status).toBe(403)
})

test('concurrent saves of different fields are all stored, and return the stored state', async () => {
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
