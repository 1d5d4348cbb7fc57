import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { makeJpeg } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'
import type { DocumentRow } from './queries.ts'

const MISSING = '0192f0c0-0000-7000-8000-000000000000'

let server: TestServer
let manager: Awaited<ReturnType<typeof makeUser>>
let client: Awaited<ReturnType<typeof makeClient>>
let session: HttpSession
let document: DocumentRow

beforeAll(async () => {
  server = await startTestServer()
  manager = await makeUser(server.context, { role: 'wealth_manager', fullName: 'Naledi Khumalo' })
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await makeClient(server.context, { wealthManagerId: manager.id })
  session = await server.as(client.username)
  document = await makeDocument(server.context, {
    kind: 'payslip',
    ownerId: client.id,
    applicationId: client.applicationId,
    name: 'März "payslip".pdf',
  })
})

const read = (who: HttpSession, id = document.id, query = '') =>
  raw(who, `${server.url}/objects/uploads/${id}${query}`)

async function auditOf(action: string) {
  const rows = await server.context.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.objectId, client.applicationId))
    .orderBy(asc(auditEvents.id))
  return rows.filter((row) => row.action === action)
}

describe('a document', () => {
  test('is sent as an attachment, with its own type and headers that disable active content', async () => {
    const { status, headers, bytes } = await read(session)
    expect(status).toBe(200)
    expect(bytes).toHaveLength(document.bytes)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(document.bytes),
      'content-disposition': `attachment; filename="Marz _payslip_.pdf"; filename*=UTF-8''M%C3%A4rz%20_payslip_.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('is shown inline in frames of our own pages only', async () => {
    const { headers } = await read(session, document.id, '?inline=1')
    expect(headers.get('content-disposition')).toMatch(/^inline; /u)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-type')).toBe('application/pdf')
  })

  test('of a picture has the detected type and extension', async () => {
    const picture = await makeDocument(server.context, {
      kind: 'payslip',
      ownerId: client.id,
      applicationId: client.applicationId,
      name: 'scan.html',
      bytes: makeJpeg(),
      contentType: 'image/jpeg',
    })
    const { headers } = await read(session, picture.id)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('content-disposition')).toContain('filename="scan.html.jpg"')
  })

  test('each read is recorded with the reader and the file', async () => {
    await read(session)
    await read(await server.as(manager.username))
    const details = { documentId: document.id, kind: 'payslip' }
    expect(await auditOf('document.read')).toMatchObject([
      { actorId: client.id, actorRole: 'client', details, ip: '127.0.0.1' },
      { actorId: manager.id, actorRole: 'wealth_manager', details },
    ])
  })
})

describe('access', () => {
  const makers = {
    'its client': () => client,
    'another client': () => makeClient(server.context),
    'the manager': () => manager,
    'another manager': () => makeUser(server.context, { role: 'wealth_manager' }),
    'an admin': () => makeUser(server.context, { role: 'admin' }),
    'a system administrator': () => makeUser(server.context, { role: 'system_administrator' }),
  }
  test.each([
    ['its client', 200],
    ['another client', 404],
    ['the manager', 200],
    ['another manager', 404],
    ['an admin', 200],
    ['a system administrator', 403],
  ] as const)('%s: %i', async (who, status) => {
    const { username } = await makers[who]()
    const reader = await server.as(username)
    const answer = await read(reader)
    expect(answer.status).toBe(status)
    if (status !== 404) return
    const missing = await read(reader, MISSING)
    expect(answer.bytes.equals(missing.bytes)).toBe(true)
    expect(await auditOf('document.read')).toEqual([])
  })

  test('anonymous callers get none', async () => expect((await read(server.visit())).status).toBe(401))

  test("a manager's own FAIS letter is no document of an application", async () => {
    const letter = await makeFaisDocument(server.context, { managerId: manager.id })
    for (const { username } of [client, manager, await makeUser(server.context, { role: 'admin' })]) {
      expect((await read(await server.as(username), letter.id)).status).toBe(404)
    }
  })

  test.each([
    ['no id', '/objects/uploads/march.pdf'],
    ['another way of asking', `/objects/uploads/${MISSING}?inline=2`],
    ['anything else', `/objects/uploads/${MISSING}?path=../../etc/passwd`],
  ])('%s is refused', async (_, path) => {
    expect((await raw(session, `${server.url}${path}`)).status).toBe(400)
  })
})

test('a document whose file is missing in the store is an error, not a missing document', async () => {
  await server.context.store.remove(document.objectKey)
  const { status, headers, bytes } = await read(session)
  expect(status).toBe(503)
  expect(headers.get('content-type')).toContain('application/problem+json')
  expect(JSON.parse(bytes.toString())).toMatchObject({
    detail: '“März "payslip".pdf” is missing from our store. Please contact us.',
  })
  expect(await auditOf('document.read')).toEqual([])
})

describe("the manager's FAIS letter", () => {
  const ask = (who: HttpSession) => raw(who, `${server.url}/api/fais-document`)

  test('is the current one, under the specified name, and its version is recorded', async () => {
    await makeFaisDocument(server.context, { managerId: manager.id })
    const bytes = Buffer.from('%PDF-1.7 the current one')
    const current = await makeFaisDocument(server.context, { managerId: manager.id, bytes })
    const { status, headers, bytes: sent } = await ask(session)
    expect(status).toBe(200)
    expect(sent.equals(bytes)).toBe(true)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="FAIS_Disclosure_Letter.pdf"; filename*=UTF-8''FAIS_Disclosure_Letter.pdf`,
    )
    expect(await auditOf('fais-letter.downloaded')).toMatchObject([
      { actorId: client.id, details: { documentId: current.id, sha256: current.sha256 } },
    ])
  })

  test.each([
    [
      'no manager',
      null,
      'Failed to download FAIS document. Please ensure you have a wealth manager assigned.',
    ],
    [
      'a manager without one',
      'new',
      'Your wealth manager hasn’t provided the FAIS document yet. Please contact us.',
    ],
  ])('with %s: a plain error message', async (_, who, detail) => {
    const other = who === null ? null : await makeUser(server.context, { role: 'wealth_manager' })
    const { username } = await makeClient(server.context, { wealthManagerId: other?.id ?? null })
    const { status, bytes } = await ask(await server.as(username))
    const type = expect.stringContaining('#not-found') as unknown
    const problem = { type, title: 'Not found', status: 404, detail }
    expect([status, JSON.parse(bytes.toString())]).toEqual([404, problem])
  })

  test('is for clients', async () => {
    expect((await ask(await server.as(manager.username))).status).toBe(403)
    expect((await ask(server.visit())).status).toBe(401)
  })
})
