import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkProgress, BulkResult } from '#features/review/api/bulk-acts.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { checksAt, oddAnswer, settle } from '#test/support/checks.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { runBulkActions } from './run-bulk-action.ts'

let server: TestServer
let manager: MadeUser
let session: HttpSession
beforeAll(async () => {
  server = await startTestServer({ settings: { undoMs: 0 } })
  manager = await makeUser(server.context, { role: 'wealth_manager' })
  session = await server.as(manager.username)
})
afterAll(() => server.close())

const pathOf = ({ applicationId }: MadeClient) => `/api/admin/applications/${applicationId}`
const submitted = (fullName: string, answers: object = {}, wealthManagerId = manager.id) =>
  makeClient(server.context, {
    wealthManagerId,
    application: { status: 'submitted', answers: { fullName, ...answers } },
  })

async function withDocument(client: MadeClient): Promise<string> {
  const file = { applicationId: client.applicationId, ownerId: client.id, kind: 'payslip' as const }
  return (await makeDocument(server.context, file)).id
}

const unchecked = (clients: readonly MadeClient[], by = session) =>
  by.post('/api/admin/open-checks', {
    status: 'approved',
    ids: clients.map(({ applicationId }) => applicationId),
  })

test('before many are approved, each unchecked one is listed with what is left', async () => {
  const odd = await submitted('A odd', oddAnswer)
  const unopened = await submitted('B unopened')
  const documentId = await withDocument(unopened)
  const toCorrect = await submitted('C to correct', oddAnswer)
  await settle(session, pathOf(toCorrect), { decision: 'to-correct' })
  const accepted = await submitted('D accepted', oddAnswer)
  await settle(session, pathOf(accepted))
  const opened = await submitted('E opened')
  await session.get(`/objects/uploads/${await withDocument(opened)}`)
  const foreign = await submitted(
    'F foreign',
    oddAnswer,
    (await makeUser(server.context, { role: 'wealth_manager' })).id,
  )
  const decided = await makeClient(server.context, {
    wealthManagerId: manager.id,
    application: { status: 'rejected', answers: oddAnswer },
  })
  const all = [odd, unopened, toCorrect, accepted, opened, foreign, decided]
  const left = { unopenedDocuments: 0, openChecks: [], toCorrect: [], notReady: [] }
  const answer = await unchecked(all)
  expect([answer.status, answer.body]).toEqual([
    200,
    [
      { ...left, applicationId: odd.applicationId, name: 'A odd', openChecks: ['mobileNumber'] },
      { ...left, applicationId: unopened.applicationId, name: 'B unopened', unopenedDocuments: 1 },
      { ...left, applicationId: toCorrect.applicationId, name: 'C to correct', toCorrect: ['mobileNumber'] },
    ],
  ])
  // Documents opened by another reader do not count.
  await (
    await server.as((await makeUser(server.context, { role: 'admin' })).username)
  ).get(`/objects/uploads/${documentId}`)
  expect((await unchecked([unopened])).body).toHaveLength(1)
  await session.get(`/objects/uploads/${documentId}`)
  const seen = (await checksAt(session, pathOf(odd)))[0]?.settlement?.id ?? null
  await settle(session, pathOf(odd), { seen })
  expect((await unchecked([odd, unopened])).body).toEqual([])
})

test('unchecked ones are skipped on request, as in the action itself', async () => {
  const [odd, clean, late] = [
    await submitted('Odd', oddAnswer),
    await submitted('Clean'),
    await submitted('Late', oddAnswer),
  ]
  const ids = [odd, clean, late].map(({ applicationId }) => applicationId)
  const act = { name: 'change-status', status: 'approved', skipUnchecked: true }
  const { id } = (await session.post('/api/admin/bulk-acts', { act, ids })).body as BulkProgress
  await settle(session, pathOf(late))
  await runBulkActions(server.context)
  const results = (await session.get(`/api/admin/bulk-acts/${id}/results`)).body as BulkResult[]
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['Odd', 'not-checked'],
    ['Clean', 'done'],
    ['Late', 'done'],
  ])
})

test('without that request all are done', async () => {
  const odd = await submitted('Odd', oddAnswer)
  const act = { name: 'change-status', status: 'approved' }
  const { id } = (await session.post('/api/admin/bulk-acts', { act, ids: [odd.applicationId] }))
    .body as BulkProgress
  await runBulkActions(server.context)
  expect((await session.get(`/api/admin/bulk-acts/${id}`)).body).toMatchObject({ outcomes: { done: 1 } })
})

test('clients may not ask, and a changed list is refused', async () => {
  const client = await submitted('Odd', oddAnswer)
  expect((await unchecked([client], await server.as(client.username))).status).toBe(403)
  const answer = await session.post('/api/admin/open-checks', {
    status: 'approved',
    filter: { status: 'submitted' },
    count: 999,
  })
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'list-changed' }])
})
