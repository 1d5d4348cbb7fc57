import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makePasskey } from '#test/support/passkeys.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function download(session: HttpSession): Promise<Map<string, Buffer>> {
  const { status, bytes } = await raw(session, `${server.url}/api/account/data`, { method: 'GET' })
  expect(status).toBe(200)
  return unzip(bytes)
}

const json = (files: Map<string, Buffer>, name: string): unknown => JSON.parse(String(files.get(name)))

describe.skipIf(!hasUnzip)('all data about a client', () => {
  test('is account, answers, consents, documents, mails and activity', async () => {
    const { context } = server
    const client = await makeClient(context, { fullName: 'Thandiwe Nkosi' })
    const session = await server.as(client.username, '203.0.113.7')
    await makePasskey(context, client.id)
    const answers = completeAnswers(client.username)
    const confirmations = { terms: true, brokerReview: true, accurate: true }
    const bytes = Buffer.from('%PDF-1.7 the payslip of march')
    await makeDocument(context, {
      kind: 'payslip',
      ownerId: client.id,
      applicationId: client.applicationId,
      name: 'March.pdf',
      bytes,
    })
    await makeDocument(context, {
      kind: 'signedFais',
      ownerId: client.id,
      applicationId: client.applicationId,
    })
    await session.put('/api/application', { ...answers, confirmations })
    await session.post('/api/application/submit')

    const files = await download(session)
    expect([...files.keys()].toSorted()).toEqual(
      expect.arrayContaining([
        'Application summary.pdf',
        'Payslips/March.pdf',
        'Start here.html',
        'account.json',
        'activity.json',
        'application.json',
        'mails.json',
        'manifest.json',
        'signatures.json',
      ]),
    )
    expect(files.get('Payslips/March.pdf')).toEqual(bytes)
    const page = String(files.get('Start here.html'))
    expect([...page.matchAll(/href="([^"]+)"/gu)].map(([, href = '']) => decodeURIComponent(href))).toEqual([
      'Application summary.pdf',
      'Payslips/',
      'Signed FAIS document/',
      'manifest.json',
      'account.json',
      'application.json',
      'corrections.json',
      'signatures.json',
      'mails.json',
      'activity.json',
    ])
    expect(page).toContain(client.username)
    expect(json(files, 'account.json')).toMatchObject({
      username: client.username,
      role: 'client',
      passkeys: [{ name: 'A phone', lastUsedAt: null }],
    })
    const { idNumber, taxIncomeNumber, city } = answers
    expect(json(files, 'application.json')).toMatchObject({
      idNumber,
      taxIncomeNumber,
      city,
      status: 'submitted',
      consents: Array.from({ length: 3 }, () => ({ confirmedAt: expect.any(String) as unknown })),
    })
    expect(json(files, 'mails.json')).toMatchObject([
      {
        subject: 'We’ve received your application',
        text: expect.stringContaining('Thank you.') as unknown,
      },
    ])
    expect(json(files, 'activity.json')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Answers saved', by: 'You', address: '203.0.113.7' }),
        expect.objectContaining({ what: 'Personal data downloaded', by: 'You' }),
      ]),
    )
  })

  test('contains no secret, and nothing about others', async () => {
    const { context } = server
    const client = await makeClient(context)
    const other = await makeClient(context, { fullName: 'Another Client' })
    const admin = await makeUser(context, { role: 'admin', fullName: 'Ayanda Pule' })
    const asAdmin = await server.as(admin.username, '203.0.113.99')
    await asAdmin.get(`/api/admin/applications/${client.applicationId}`)
    await server.visit().post('/api/request-password-reset', { username: client.username })
    const files = await download(await server.as(client.username))
    const all = [...files]
      .filter(([name]) => name.endsWith('.json'))
      .map(([, content]) => content.toString())
      .join('\n')
    expect(json(files, 'activity.json')).toContainEqual(
      expect.objectContaining({ what: 'Application viewed', by: 'Admin', address: null }),
    )
    expect(json(files, 'mails.json')).toMatchObject([{ subject: 'Your temporary password', text: null }])
    for (const text of ['203.0.113.99', other.username, other.applicationId, 'Ayanda', 'argon2', 'sealed:']) {
      expect(all).not.toContain(text)
    }
  })

  test('is read in pages without gaps or duplicates', async () => {
    const client = await makeClient(server.context)
    await server.context.database.pool.query(
      `insert into audit_events (at, action, success, actor_id, actor_role, object_id, details)
       select now(), 'application.saved', true, $1, 'client', $2, '{}' from generate_series(1, 1200)`,
      [client.id, client.applicationId],
    )
    const saved = (
      json(await download(await server.as(client.username)), 'activity.json') as { what: string }[]
    ).filter(({ what }) => what === 'Answers saved')
    expect(saved).toHaveLength(1200)
  })
})

test('can be downloaded ten times an hour', async () => {
  const { username } = await makeClient(server.context)
  const session = await server.as(username)
  for (let times = 0; times < 10; times += 1) {
    expect((await session.get('/api/account/data')).status).toBe(200)
  }
  expect((await session.get('/api/account/data')).status).toBe(429)
})

describe('the PDF of an own application', () => {
  const PATH = '/api/account/summary'
  const ofClient = async () => {
    const made = await makeClient(server.context, { application: { status: 'submitted' } })
    return { ...made, session: await server.as(made.username) }
  }

  test('is named by its reference, not cached, and recorded', async () => {
    const { session, applicationId } = await ofClient()
    const { reference } = (await session.get('/api/application')).body as Application
    const { status, headers, bytes } = await raw(session, `${server.url}${PATH}`, { method: 'GET' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="Application ${reference}.pdf"`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    const { rows } = await server.context.database.pool.query(
      "select from audit_events where action = 'own-summary.downloaded' and object_id = $1 and success",
      [applicationId],
    )
    expect(rows).toHaveLength(1)
  })

  test('can be downloaded thirty times an hour', async () => {
    const { session, id } = await ofClient()
    for (let times = 0; times < 29; times += 1) await countWithin(server.context, ['ownSummary', id, ''])
    expect((await session.get(PATH)).status).toBe(200)
    expect((await session.get(PATH)).status).toBe(429)
  })
})
