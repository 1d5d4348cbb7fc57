import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContractKey } from '#domain/api/contract.ts'
import { makeClient } from '#server/app/demo/factories/applications.ts'
import { makeUser } from '#server/app/demo/factories/users.ts'
import type { HttpSession } from '#test/support/http.ts'
import { registerUser } from '#test/support/registration.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const callers = ['anonymous', 'client', 'manager', 'admin', 'system', 'temporary', 'unconfirmed'] as const
type Caller = (typeof callers)[number]

/**
 * Expected status of each API call per caller: 400 where the call is allowed but has no valid body, 401 for anonymous,
 * 403 for the wrong role. `temporary` is a client with a temporary password only, `unconfirmed` one with an unconfirmed
 * address. The type requires a row for every call. Scopes: `scope.test.ts`.
 */
const matrix = {
  'GET /api/firm/settings': row(401, 403, 403, 200, 200, 403, 403),
  'PUT /api/firm/settings/{section}': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/firm/settings/{section}/versions': row(401, 403, 403, 400, 400, 403, 403),
  'POST /api/firm/settings/{section}/restore': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/firm/setup/complete': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/user': row(401, 200, 200, 200, 200, 200, 200),
  'POST /api/login': row(400, 400, 400, 400, 400, 400, 400),
  'POST /api/invitation': row(400, 400, 400, 400, 400, 400, 400),
  'POST /api/register': row(400, 400, 400, 400, 400, 400, 400),
  'POST /api/logout': row(400, 400, 400, 400, 400, 400, 400),
  'POST /api/request-password-reset': row(400, 400, 400, 400, 400, 400, 400),
  'POST /api/change-password': row(401, 400, 400, 400, 400, 400, 403),
  'POST /api/confirm-address': row(401, 400, 400, 400, 400, 403, 400),
  'POST /api/new-address': row(401, 400, 400, 400, 400, 403, 403),
  'POST /api/keep-address': row(400, 400, 400, 400, 400, 400, 400),
  'POST /api/confirm-address/mail': row(401, 400, 400, 400, 400, 403, 400),
  'POST /api/account/second-factor/code': row(401, 400, 400, 400, 400, 403, 403),
  'GET /api/account/sessions': row(401, 200, 200, 200, 200, 403, 403),
  'DELETE /api/account/sessions/{id}': row(401, 400, 400, 400, 400, 403, 403),
  'DELETE /api/account/sessions': row(401, 400, 400, 400, 400, 403, 403),
  'GET /api/account/phone': row(401, 403, 200, 403, 403, 403, 403),
  'PUT /api/account/phone': row(401, 403, 400, 403, 403, 403, 403),
  'PUT /api/account/name': row(401, 403, 400, 400, 400, 403, 403),
  'GET /api/account/address': row(401, 403, 200, 200, 200, 403, 403),
  'POST /api/account/address': row(401, 403, 400, 400, 400, 403, 403),
  'DELETE /api/account/address': row(401, 403, 400, 400, 400, 403, 403),
  'GET /api/account/second-factor': row(401, 403, 200, 200, 200, 403, 403),
  'POST /api/account/second-factor': row(401, 403, 400, 400, 400, 403, 403),
  'PUT /api/account/second-factor': row(401, 403, 400, 400, 400, 403, 403),
  'POST /api/account/second-factor/removal': row(401, 403, 400, 400, 400, 403, 403),
  'POST /api/account/second-factor/recovery-codes': row(401, 403, 400, 400, 400, 403, 403),
  'GET /api/account/summary': row(401, 200, 403, 403, 403, 403, 403),
  'GET /api/account/data': row(401, 200, 403, 403, 403, 403, 403),
  'DELETE /api/system-admin/users/{id}/second-factor': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/application': row(401, 200, 403, 403, 403, 403, 403),
  'GET /api/application/progress': row(401, 200, 403, 403, 403, 403, 403),
  'PUT /api/application': row(401, 400, 403, 403, 403, 403, 403),
  'POST /api/application/submit': row(401, 400, 403, 403, 403, 403, 403),
  'POST /api/objects/upload': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/payslip-uploads': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/risk-benefit-uploads': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/pension-benefits-uploads': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/provident-benefits-uploads': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/fais-uploads': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/application/documents/{kind}': row(401, 400, 403, 403, 403, 403, 403),
  'DELETE /api/documents/{id}': row(401, 400, 403, 403, 403, 403, 403),
  'POST /api/documents/{id}/restore': row(401, 400, 403, 403, 403, 403, 403),
  'GET /objects/uploads/{id}': row(401, 400, 400, 400, 403, 403, 403),
  'PUT /api/documents/{id}/opened': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/documents/{id}/thumbnail': row(401, 400, 400, 400, 403, 403, 403),
  'GET /api/documents/{id}/signature': row(401, 400, 400, 400, 403, 403, 403),
  'GET /api/fais-document': row(401, 404, 403, 403, 403, 403, 403),
  'GET /api/signables/fais-letter': row(401, 200, 403, 403, 403, 403, 403),
  'POST /api/signables/fais-letter/signature': row(401, 400, 403, 403, 403, 403, 403),
  'GET /api/admin/users': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/system-admin/stats': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/users': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/applications': row(401, 403, 403, 403, 200, 403, 403),
  'POST /api/system-admin/users': row(401, 403, 403, 403, 400, 403, 403),
  'PATCH /api/system-admin/users/{id}': row(401, 403, 403, 403, 400, 403, 403),
  'DELETE /api/system-admin/users/{id}': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/users/{id}/reset-password': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/users/{id}/sign-out': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/fais-documents/upload': row(401, 403, 403, 403, 400, 403, 403),
  'PUT /api/system-admin/users/{id}/fais-document': row(401, 403, 403, 403, 400, 403, 403),
  'PUT /api/system-admin/users/{id}/current-fais-document': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/system-admin/users/{id}/fais-documents': row(401, 403, 403, 403, 400, 403, 403),
  'GET /fais-documents/{path}': row(401, 403, 403, 403, 400, 403, 403),
  'PUT /api/admin/applications/{id}/wealth-manager': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/wealth-managers/{id}/hand-over': row(401, 403, 403, 400, 400, 403, 403),
  'POST /api/send-invitation': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/admin/application-export': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/application-export': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/wealth-manager/application-export': row(401, 403, 400, 403, 403, 403, 403),
  'GET /api/wealth-manager/application-export': row(401, 403, 400, 403, 403, 403, 403),
  'POST /api/staff/mail-previews': row(401, 403, 400, 400, 400, 403, 403),
  'POST /api/staff/find': row(401, 403, 400, 400, 400, 403, 403),
  'GET /api/admin/application-figures': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/application-views': row(401, 403, 200, 200, 403, 403, 403),
  'PUT /api/application-views': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/application-views': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/wealth-manager/applications': row(401, 403, 200, 403, 403, 403, 403),
  'GET /api/wealth-manager/application-figures': row(401, 403, 200, 403, 403, 403, 403),
  'GET /api/wealth-manager/application-views': row(401, 403, 200, 403, 403, 403, 403),
  'GET /api/admin/time-figures': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/wealth-manager/time-figures': row(401, 403, 200, 403, 403, 403, 403),
  'GET /api/admin/correction-figures': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/wealth-manager/correction-figures': row(401, 403, 200, 403, 403, 403, 403),
  'GET /api/admin/applications/{id}': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/timeline': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/annual-reviews': row(401, 403, 400, 400, 403, 403, 403),
  'PATCH /api/admin/applications/{id}/status': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/admin/applications/{id}/status': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/application-archive': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/wealth-manager/application-archive': row(401, 403, 400, 403, 403, 403, 403),
  'GET /api/admin/applications/{id}/download': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/reopen': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/notifications': row(401, 403, 200, 200, 403, 403, 403),
  'GET /api/notifications/unread': row(401, 403, 200, 200, 403, 403, 403),
  'GET /api/account/notification-choices': row(401, 403, 200, 200, 403, 403, 403),
  'PUT /api/account/notification-choices': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/notifications/unread': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/notifications': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/notifications/{id}': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/open-checks': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/checks': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/notes': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/colleagues': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/notes': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/admin/applications/{id}/notes/{noteId}': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/notes/{noteId}/wordings': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/corrections': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/corrections/items': row(401, 403, 400, 400, 403, 403, 403),
  'DELETE /api/admin/applications/{id}/corrections/items/{itemId}': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict': row(
    401,
    403,
    400,
    400,
    403,
    403,
    403,
  ),
  'POST /api/admin/applications/{id}/corrections/send': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/corrections/withdraw': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/application/corrections/{id}/reply': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/application/corrections/{id}/file': row(401, 400, 403, 403, 403, 403, 403),
  'POST /api/application/corrections/send': row(401, 400, 403, 403, 403, 403, 403),
  'GET /api/application/pack': row(401, 404, 403, 403, 403, 403, 403),
  'PUT /api/application/pack/{task}': row(401, 400, 403, 403, 403, 403, 403),
  'PUT /api/application/pack/{task}/file': row(401, 400, 403, 403, 403, 403, 403),
  'DELETE /api/application/pack/files/{documentId}': row(401, 400, 403, 403, 403, 403, 403),
  'POST /api/application/pack/{task}/hand-in': row(401, 400, 403, 403, 403, 403, 403),
  'GET /api/admin/applications/{id}/pack': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/pack/upload': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/admin/applications/{id}/pack/{task}/file': row(401, 403, 400, 400, 403, 403, 403),
  'PUT /api/admin/applications/{id}/pack/{task}/verdict': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/pack/ask': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/pack/account': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/applications/{id}/inspector-file': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/admin/inspector-files': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/admin/risk-models': row(401, 403, 403, 404, 403, 403, 403),
  'POST /api/admin/risk-models/dry-run': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/risk-models': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/risk-models/{version}/in-force': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/rating': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/gate-override': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/admin/compliance/approvals': row(401, 403, 403, 404, 403, 403, 403),
  'PUT /api/admin/approvals/{id}': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/clients/{id}/correction': row(401, 403, 400, 400, 400, 403, 403),
  'DELETE /api/admin/clients/{id}/address': row(401, 403, 400, 400, 400, 403, 403),
  'POST /api/admin/applications/{id}/invitation': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/applications/{id}/reminder': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/held-acts/{id}/undo': row(401, 403, 400, 400, 400, 403, 403),
  'POST /api/admin/bulk-acts': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/bulk-acts': row(401, 403, 200, 200, 403, 403, 403),
  'GET /api/admin/bulk-acts/{id}': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/bulk-acts/{id}/results': row(401, 403, 400, 400, 403, 403, 403),
  'POST /api/admin/bulk-acts/{id}/call-off': row(401, 403, 400, 400, 403, 403, 403),
  'GET /api/admin/annual-reviews': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/admin/annual-review-figures': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/wealth-manager/annual-reviews': row(401, 403, 200, 403, 403, 403, 403),
  'GET /api/wealth-manager/annual-review-figures': row(401, 403, 200, 403, 403, 403, 403),
  'POST /api/admin/annual-reviews/notify': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/admin/annual-reviews/{id}/complete': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/system-admin/audit-logs': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/audit-logs/export': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/audit-log-state': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/admin/security/audit-logs': row(401, 403, 403, 200, 403, 403, 403),
  'GET /api/admin/security/metrics': row(401, 403, 403, 200, 403, 403, 403),
  'POST /api/admin/security/clear-suspicious-ip': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/system-admin/system': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/security': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/webhooks': row(401, 403, 403, 403, 200, 403, 403),
  'POST /api/system-admin/webhooks': row(401, 403, 403, 403, 400, 403, 403),
  'PATCH /api/system-admin/webhooks/{id}': row(401, 403, 403, 403, 400, 403, 403),
  'DELETE /api/system-admin/webhooks/{id}': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/webhooks/{id}/secret': row(401, 403, 403, 403, 400, 403, 403),
  'DELETE /api/system-admin/webhooks/{id}/previous-secret': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/webhooks/{id}/test': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/system-admin/webhooks/{id}/deliveries': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/webhooks/{id}/resend': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/system-admin/webhook-deliveries/{id}': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/webhook-deliveries/{id}/resend': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/system-admin/api-tokens': row(401, 403, 403, 403, 200, 403, 403),
  'POST /api/system-admin/api-tokens': row(401, 403, 403, 403, 400, 403, 403),
  'POST /api/system-admin/api-tokens/{id}/rotation': row(401, 403, 403, 403, 400, 403, 403),
  'DELETE /api/system-admin/api-tokens/{id}': row(401, 403, 403, 403, 400, 403, 403),
  'GET /api/admin/outbox': row(401, 403, 403, 404, 403, 403, 403),
  'GET /api/admin/outbox/{id}': row(401, 403, 403, 400, 403, 403, 403),
  'GET /api/admin/outbox/{id}/html': row(401, 403, 403, 400, 403, 403, 403),
  'POST /api/broken-pages': row(400, 400, 400, 400, 400, 400, 400),
  'GET /api/branding': row(200, 200, 200, 200, 200, 200, 200),
  'GET /api/sso/{provider}/start': row(404, 404, 404, 404, 404, 404, 404),
  'GET /api/sso/{provider}/callback': row(404, 404, 404, 404, 404, 404, 404),
  'GET /api/sso/pending': row(404, 404, 404, 404, 404, 404, 404),
  'POST /api/sso/link': row(400, 400, 400, 400, 400, 400, 400),
  'GET /api/sso/{provider}/prove': row(401, 403, 404, 404, 404, 403, 403),
  'GET /api/account/identities': row(401, 403, 200, 200, 200, 403, 403),
  'POST /api/account/identities/{id}/removal': row(401, 403, 400, 400, 400, 403, 403),
  'GET /api/system-admin/sso': row(401, 403, 403, 403, 200, 403, 403),
  'GET /api/system-admin/sso/{provider}/test': row(401, 403, 403, 403, 404, 403, 403),
  'POST /api/system-admin/users/{id}/linking': row(401, 403, 403, 403, 400, 403, 403),
  'DELETE /api/system-admin/users/{id}/identities/{identityId}': row(401, 403, 403, 403, 400, 403, 403),
} as const satisfies Record<ContractKey, Record<Caller, number>>

function row(...statuses: [number, number, number, number, number, number, number]): Record<Caller, number> {
  const [anonymous, client, manager, admin, system, temporary, unconfirmed] = statuses
  return { anonymous, client, manager, admin, system, temporary, unconfirmed }
}

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
    unconfirmed: (await registerUser(server)).session,
  }
})
afterAll(() => server.close())

const NONSENSE = { nonsense: true }

function send(session: HttpSession, key: string, id: string, body?: unknown) {
  const [method = '', path = ''] = key.split(' ')
  return session.request(method, path.replaceAll(/\{\w+\}/gu, id), method === 'GET' ? {} : { body })
}

describe.each(Object.entries(matrix))('%s', (key, expected) => {
  test.each(callers)('%s', async (caller) => {
    const { status } = await send(people[caller], key, 'nonsense', NONSENSE)
    expect(status).toBe(expected[caller])
  })
})
