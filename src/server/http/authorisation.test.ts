import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContractKey } from '#domain/api/contract.ts'
import { makeClient } from '#server/db/factories/applications.ts'
import { makeDocument } from '#server/db/factories/documents.ts'
import { makeUser } from '#server/db/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const callers = ['anonymous', 'client', 'manager', 'admin', 'system', 'temporary'] as const
type Caller = (typeof callers)[number]

/**
 * What each caller gets for each call of the API: 400 where they may call and sent nothing that makes sense, 401 for
 * nobody, 403 for the wrong role. `temporary` is a client who has a temporary password and nothing else. The type
 * refuses a call that has no row.
 */
const matrix = {
  'GET /api/user': row(401, 200, 200, 200, 200, 200),
  'POST /api/login': row(400, 400, 400, 400, 400, 400),
  'POST /api/register': row(400, 400, 400, 400, 400, 400),
  'POST /api/logout': row(400, 400, 400, 400, 400, 400),
  'POST /api/request-password-reset': row(400, 400, 400, 400, 400, 400),
  'POST /api/change-password': row(401, 400, 400, 400, 400, 400),
  'GET /api/application': row(401, 200, 403, 403, 403, 403),
  'PUT /api/application': row(401, 400, 403, 403, 403, 403),
  'POST /api/application/submit': row(401, 400, 403, 403, 403, 403),
  'POST /api/objects/upload': row(401, 400, 403, 403, 403, 403),
  'PUT /api/payslip-uploads': row(401, 400, 403, 403, 403, 403),
  'PUT /api/risk-benefit-uploads': row(401, 400, 403, 403, 403, 403),
  'PUT /api/pension-benefits-uploads': row(401, 400, 403, 403, 403, 403),
  'PUT /api/provident-benefits-uploads': row(401, 400, 403, 403, 403, 403),
  'PUT /api/fais-uploads': row(401, 400, 403, 403, 403, 403),
  'DELETE /api/documents/{id}': row(401, 400, 403, 403, 403, 403),
  'GET /objects/uploads/{id}': row(401, 400, 400, 400, 403, 403),
  'GET /api/fais-document': row(401, 404, 403, 403, 403, 403),
  'GET /api/admin/users': row(401, 403, 403, 200, 403, 403),
  'POST /api/send-invitation': row(401, 403, 400, 400, 403, 403),
  'GET /api/admin/applications': row(401, 403, 403, 200, 403, 403),
  'GET /api/admin/application-figures': row(401, 403, 403, 200, 403, 403),
  'GET /api/wealth-manager/applications': row(401, 403, 200, 403, 403, 403),
  'GET /api/wealth-manager/application-figures': row(401, 403, 200, 403, 403, 403),
  'GET /api/admin/applications/{id}': row(401, 403, 400, 400, 403, 403),
  'GET /api/admin/applications/{id}/timeline': row(401, 403, 400, 400, 403, 403),
  'PATCH /api/admin/applications/{id}/status': row(401, 403, 403, 400, 403, 403),
  'PUT /api/admin/applications/{id}/status': row(401, 403, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/reminder': row(401, 403, 403, 400, 403, 403),
  'GET /api/branding': row(200, 200, 200, 200, 200, 200),
} as const satisfies Record<ContractKey, Record<Caller, number>>

function row(...statuses: [number, number, number, number, number, number]): Record<Caller, number> {
  const [anonymous, client, manager, admin, system, temporary] = statuses
  return { anonymous, client, manager, admin, system, temporary }
}

/** Who reaches a file of a client's application; what is out of reach answers like what is missing. */
const reach = {
  'GET /objects/uploads/{id}': {
    'the client': 200,
    'another client': 404,
    'the manager': 200,
    'another manager': 404,
    'an admin': 200,
  },
  'DELETE /api/documents/{id}': { 'another client': 404, 'the client': 204 },
} as const

let server: TestServer
let people: Record<Caller, HttpSession>

beforeAll(async () => {
  server = await startTestServer()
  const { context } = server
  const staff = async (role: 'wealth_manager' | 'admin' | 'system_administrator') =>
    server.as((await makeUser(context, { role })).username)
  const invited = await makeClient(context, { invited: true })
  const temporary = server.visit()
  await temporary.post('/api/login', { username: invited.username, password: invited.temporaryPassword })
  people = {
    anonymous: server.visit(),
    client: await server.as((await makeClient(context)).username),
    manager: await staff('wealth_manager'),
    admin: await staff('admin'),
    system: await staff('system_administrator'),
    temporary,
  }
})
afterAll(() => server.close())

const NONSENSE = { nonsense: true }

function send(session: HttpSession, key: string, id: string, body?: unknown) {
  const [method = '', path = ''] = key.split(' ')
  return session.request(method, path.replace('{id}', id), method === 'GET' ? {} : { body })
}

describe.each(Object.entries(matrix))('%s', (key, expected) => {
  test.each(callers)('%s', async (caller) => {
    const { status } = await send(people[caller], key, 'nonsense', NONSENSE)
    expect(status).toBe(expected[caller])
  })
})

describe.each(Object.entries(reach))('%s', (key, expected) => {
  test('reaches what is in reach, and answers the rest as if it were missing, byte for byte', async () => {
    const { context } = server
    const [manager, stranger] = [
      await makeUser(context, { role: 'wealth_manager' }),
      await makeUser(context, { role: 'wealth_manager' }),
    ]
    const client = await makeClient(context, { wealthManagerId: manager.id })
    const document = await makeDocument(context, {
      applicationId: client.applicationId,
      ownerId: client.id,
      kind: 'payslip',
    })
    const sessions: Record<string, HttpSession> = {
      'the client': await server.as(client.username),
      'another client': people.client,
      'the manager': await server.as(manager.username),
      'another manager': await server.as(stranger.username),
      'an admin': people.admin,
    }
    for (const [who, status] of Object.entries(expected)) {
      const session = sessions[who]
      if (session === undefined) throw new Error(`Nobody is ${who}.`)
      const answer = await send(session, key, document.id)
      expect([who, answer.status]).toEqual([who, status])
      if (status !== 404) continue
      const missing = await send(session, key, '0198c0de-0000-7000-8000-000000000000')
      expect([answer.status, answer.text]).toEqual([missing.status, missing.text])
      expect(headersOf(answer.headers)).toEqual(headersOf(missing.headers))
    }
  })
})

function headersOf(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'date')
}
