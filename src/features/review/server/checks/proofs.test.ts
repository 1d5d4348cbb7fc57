import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { ask, makeReviewed, type Reviewed } from '#test/support/corrections.ts'
import type { HttpAnswer, HttpSession } from '#test/support/http.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

type Proof = ReviewedApplication['proofs'][number]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function incomeOf({ path, payslip }: Reviewed, staff: HttpSession): Promise<Proof | undefined> {
  const { proofs } = (await staff.get(path)).body as ReviewedApplication
  return proofs.find((one) => one.path === 'annualIncome' && one.documentId === payslip.id)
}

async function tick(one: Reviewed, staff: HttpSession, proved = true): Promise<HttpAnswer> {
  const income = await incomeOf(one, staff)
  if (income === undefined) throw new Error('The payslip cannot prove an income.')
  const { path, documentId, about } = income
  await staff.put(`/api/documents/${documentId}/opened`)
  return staff.put(`${one.path}/proofs`, { path, documentId, about, proved })
}

test('a tick records who, when and on which document; all reviewers see it, and the client does not', async () => {
  const one = await makeReviewed(server)
  const admin = await server.as(
    (await makeUser(server.context, { role: 'admin', fullName: 'Lindiwe Zulu' })).username,
  )
  expect((await incomeOf(one, admin))?.proof).toBeNull()
  expect((await tick(one, admin)).status).toBe(200)
  expect((await tick(one, admin)).status).toBe(200)
  expect(await incomeOf(one, one.manager)).toMatchObject({
    documentId: one.payslip.id,
    proof: { byName: 'Lindiwe Zulu', at: expect.any(String) as string },
  })
  const rows = await auditAbout(server.context, one.client.applicationId)
  expect(rows.filter(({ action }) => action === 'check.proved')).toMatchObject([
    { details: { path: 'annualIncome', documentId: one.payslip.id } },
  ])
  expect((await one.session.get('/api/application')).text).not.toContain('Lindiwe Zulu')
  expect((await tick(one, one.manager, false)).status).toBe(200)
  expect((await incomeOf(one, admin))?.proof).toBeNull()
})

test('nothing is ticked by a document that its reviewer has not opened', async () => {
  const one = await makeReviewed(server)
  const { path, documentId, about } = (await incomeOf(one, one.manager)) ?? {}
  const put = () => one.manager.put(`${one.path}/proofs`, { path, documentId, about, proved: true })
  const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
  await admin.put(`/api/documents/${documentId}/opened`)
  expect(await put()).toMatchObject({
    status: 409,
    body: { detail: 'You haven’t opened the document yet. Please look at it first.' },
  })
  await one.manager.get(`/objects/uploads/${documentId}?inline=1&ahead=1`)
  expect((await put()).status).toBe(409)
  await one.manager.get(`/objects/uploads/${documentId}?inline=1`)
  expect((await put()).status).toBe(200)
})

test('a tick is cleared when the answer changes, and an outdated one is refused', async () => {
  const one = await makeReviewed(server)
  await tick(one, one.manager)
  const before = await incomeOf(one, one.manager)
  await ask(one.manager, one.path, [{ kind: 'answer', path: 'annualIncome' }])
  expect((await one.session.put('/api/application', { annualIncome: '910000' })).status).toBe(200)
  const after = await incomeOf(one, one.manager)
  expect([before?.proof === null, after?.proof]).toEqual([false, null])
  const { path, documentId, about } = before ?? {}
  const outdated = await one.manager.put(`${one.path}/proofs`, { path, documentId, about, proved: true })
  expect([outdated.status, outdated.body]).toMatchObject([409, { code: 'check-changed' }])
})
