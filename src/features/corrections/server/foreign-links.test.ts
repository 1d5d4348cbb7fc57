import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewed, note } from '#test/support/corrections.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const spellings = [
  'https://evil.example',
  'evil﹒example',
  'ⅇvil.ⅽom',
  'evil。example',
  '203.0.113.7',
  String.raw`\\evil\x`,
]

test.each(spellings)('what staff write for a client cannot lead to %s', async (link) => {
  const { manager, path, client } = await makeReviewed(server, { status: 'under_review' })
  const text = `Please sign in at ${link} first`
  const title = await note(manager, path, { kind: 'additional', title: text })
  expect(title).toMatchObject({ status: 400, body: { errors: [{ path: 'subject.title' }] } })
  const rejected = await manager.put(`${path}/status`, { status: 'rejected', reason: text })
  expect(rejected).toMatchObject({ status: 400, body: { errors: [{ path: 'reason' }] } })
  const many = await manager.post('/api/admin/bulk-acts', {
    act: { name: 'change-status', status: 'rejected', reason: text },
    ids: [client.applicationId],
  })
  expect(many).toMatchObject({ status: 400, body: { errors: [{ path: 'reason' }] } })
  expect((await manager.get(path)).body).toMatchObject({ status: 'under_review' })
  expect(await mailsTo(server.context, client.username)).toEqual([])
})

test('a reason without a link is sent', async () => {
  const { manager, path, client } = await makeReviewed(server, { status: 'under_review' })
  const reason = 'The payslip of 10.11.2026 is missing: please call us.'
  expect((await manager.put(`${path}/status`, { status: 'rejected', reason })).status).toBe(200)
  const [mail] = await mailsTo(server.context, client.username)
  expect(mail?.text).toContain('is missing: please call us.')
})
