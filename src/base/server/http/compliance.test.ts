import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#app/contract.ts'
import { type ContractKey } from '#base/rules/api/contract.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

/** Calls that change nothing of clients or the firm: reads, sign-in, and the caller's own account. */
const allowed: ReadonlySet<string> = new Set<ContractKey>([
  'POST /api/staff/find',
  'POST /api/admin/application-export',
  'PUT /api/documents/{id}/opened',
  'POST /api/login',
  'POST /api/invitation',
  'POST /api/phone',
  'POST /api/phone/upload',
  'PUT /api/phone/file',
  'POST /api/logout',
  'POST /api/register',
  'POST /api/request-password-reset',
  'POST /api/change-password',
  'POST /api/keep-address',
  'POST /api/new-address',
  'POST /api/confirm-address',
  'POST /api/confirm-address/mail',
  'POST /api/broken-pages',
  'POST /api/account/second-factor/code',
  'POST /api/account/second-factor/passkey-options',
  'POST /api/account/second-factor/passkey',
  'POST /api/account/second-factor',
  'PUT /api/account/second-factor',
  'POST /api/account/second-factor/removal',
  'POST /api/account/second-factor/recovery-codes',
  'DELETE /api/account/sessions/{id}',
  'DELETE /api/account/sessions',
  'PUT /api/account/name',
  'POST /api/account/address',
  'POST /api/account/identities',
  'POST /api/account/identities/{id}/removal',
  'POST /api/sso/link',
  'POST /api/sso/link/options',
  'POST /api/passkey/options',
  'POST /api/passkey/login',
  'POST /api/account/passkeys/options',
  'POST /api/account/passkeys',
  'PATCH /api/account/passkeys/{id}',
  'POST /api/account/passkeys/{id}/removal',
  'POST /api/account/proof-options',
  'DELETE /api/account/address',
  'PUT /api/account/notification-choices',
  'PUT /api/notifications/{id}',
])

const keys = Object.keys(contract)
const writes = keys.filter((key) => !key.startsWith('GET ') && !allowed.has(key))

/** Reads that admins have and these users do not: what only serves changing something. */
const notRead: ReadonlySet<string> = new Set<ContractKey>([
  'GET /api/admin/bulk-acts',
  'GET /api/admin/bulk-acts/{id}',
  'GET /api/admin/bulk-acts/{id}/results',
  'GET /api/admin/applications/{id}/colleagues',
])
const reads = keys.filter((key) => key.startsWith('GET ') && !notRead.has(key))

let server: TestServer
let system: HttpSession
let compliance: HttpSession
let admin: HttpSession
let user: { id: string; username: string }
let applicationId: string

const mark = (id: string, body: Record<string, boolean>) =>
  system.patch(`/api/system-admin/users/${id}`, body)

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
  admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  user = await makeUser(context, { role: 'admin' })
  await mark(user.id, { compliance: true })
  compliance = await server.as(user.username)
  applicationId = (await makeClient(context, { application: { status: 'submitted' } })).applicationId
})
afterAll(() => server.close())

function send(session: HttpSession, key: string, id: string) {
  const [method = '', path = ''] = key.split(' ')
  return session.request(method, path.replaceAll(/\{\w+\}/gu, id), method === 'GET' ? {} : { body: {} })
}

describe('an admin marked as compliance', () => {
  test.each(writes)('is refused %s', async (key) => {
    for (const id of [applicationId, 'nonsense']) {
      expect((await send(compliance, key, id)).status).toBe(403)
    }
  })

  test.each(reads)('reads what an admin reads: %s', async (key) => {
    const [theirs, an] = [await send(compliance, key, applicationId), await send(admin, key, applicationId)]
    expect(theirs.status).toBe(an.status)
  })

  test('sees an application without any action', async () => {
    const path = `/api/admin/applications/${applicationId}`
    const { actions, reopensTo } = (await compliance.get(path)).body as ReviewedApplication
    expect([actions, reopensTo]).toEqual([[], null])
    expect((await compliance.get('/api/user')).body).toMatchObject({ role: 'admin', compliance: true })
  })
})

describe('the mark', () => {
  test('ends the sessions of its user, when given and when taken', async () => {
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    const before = await server.as(username)
    await mark(id, { compliance: true })
    expect((await before.get('/api/user')).status).toBe(401)
    const during = await server.as(username)
    await mark(id, { compliance: false })
    expect((await during.get('/api/user')).status).toBe(401)
    expect((await (await server.as(username)).get('/api/user')).body).toMatchObject({ compliance: false })
  })

  test('is for admins who are no senior managers', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    expect((await mark(manager.id, { compliance: true })).status).toBe(400)
    const { id } = await makeUser(server.context, { role: 'admin' })
    expect((await mark(id, { seniorManager: true })).status).toBe(200)
    expect((await mark(id, { compliance: true })).status).toBe(400)
    expect((await mark(id, { seniorManager: false, compliance: true })).status).toBe(200)
    expect((await mark(id, { seniorManager: true })).status).toBe(400)
    expect((await mark(id, { seniorManager: true, compliance: false })).status).toBe(200)
  })

  test('ends with the role', async () => {
    const { id, username } = await makeUser(server.context, { role: 'admin' })
    await mark(id, { compliance: true })
    await system.patch(`/api/system-admin/users/${id}`, { role: 'system_administrator' })
    expect((await (await server.as(username)).get('/api/user')).body).toMatchObject({ compliance: false })
  })
})
