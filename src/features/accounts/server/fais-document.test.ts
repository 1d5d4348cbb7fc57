import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#base/rules/api/contract.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser, type MadeUser } from '#app/demo/factories/users.ts'
import { sha256Of } from '#features/documents/server/attach.ts'
import { makePdf } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { sendLetter } from '#test/support/letters.ts'
import { makeLockedPdf } from '#test/support/locked-pdfs.ts'
import { auditAbout } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createdSeal, giveSeal } from '#test/support/signing.ts'
import { unsealablePdfs } from '#test/support/unsealable-pdfs.ts'
import { requestAddress } from '#test/support/uploads.ts'

let server: TestServer
let session: HttpSession
let manager: MadeUser

beforeAll(async () => {
  server = await startTestServer()
  const own = await makeUser(server.context, { role: 'system_administrator', fullName: 'Carmen Fortuin' })
  session = await server.as(own.username)
  manager = await makeUser(server.context, { role: 'wealth_manager' })
})
afterAll(() => server.close())

const replace = (id: string, documentURL: string) =>
  session.put(`/api/system-admin/users/${id}/fais-document`, { documentURL })

async function versions(): Promise<AnswerOf<'GET /api/system-admin/users/{id}/fais-documents'>> {
  const answer = await session.get(`/api/system-admin/users/${manager.id}/fais-documents`)
  return answer.body as AnswerOf<'GET /api/system-admin/users/{id}/fais-documents'>
}

describe('the FAIS document of a manager', () => {
  test('is replaced, and every version can still be viewed', async () => {
    const first = await makeFaisDocument(server.context, { managerId: manager.id })
    const bytes = await makePdf()
    const answer = await replace(manager.id, await sendLetter(session, bytes))
    expect(answer.status).toBe(200)
    const { faisDocumentPath } = answer.body as { faisDocumentPath: string }
    const [latest, before] = await versions()
    expect(latest).toMatchObject({
      path: faisDocumentPath,
      sha256: sha256Of(bytes),
      bytes: bytes.length,
      uploadedBy: 'Carmen Fortuin',
      current: true,
    })
    expect(before).toMatchObject({ id: first.id, uploadedBy: null, current: false })
    for (const one of [latest, before]) {
      const opened = await session.get(one?.path.replace('/objects/', '/fais-documents/') ?? '')
      expect(opened.status).toBe(200)
      expect(opened.headers.get('content-disposition')).toMatch(/^inline/u)
    }
    expect((await auditAbout(server.context, manager.id)).slice(-2).map(({ action }) => action)).toEqual([
      'document.read',
      'document.read',
    ])
  })

  test('returns to an earlier version, unless another one was uploaded meanwhile', async () => {
    const { id } = await makeUser(server.context, { role: 'wealth_manager' })
    const made = (managerId: string) => makeFaisDocument(server.context, { managerId })
    const [first, second, foreign] = [await made(id), await made(id), await made(manager.id)]
    const restore = (documentId: string, replaces: string) =>
      session.put(`/api/system-admin/users/${id}/current-fais-document`, { documentId, replaces })
    const events = async () => (await auditAbout(server.context, id)).map(({ action }) => action)
    const before = (await events()).length
    const client = await makeClient(server.context, { wealthManagerId: id })

    expect((await restore(foreign.id, second.id)).status).toBe(404)
    for (let time = 0; time < 2; time += 1) {
      expect(await restore(first.id, second.id)).toMatchObject({
        status: 200,
        body: { faisDocumentPath: `/objects/${first.id}` },
      })
    }
    expect((await events()).slice(before)).toEqual(['user.fais-document-restored'])
    await (await server.as(client.username)).get('/api/fais-document')
    expect((await auditAbout(server.context, client.applicationId)).at(-1)).toMatchObject({
      details: { documentId: first.id },
    })

    const third = await made(id)
    expect((await restore(second.id, first.id)).status).toBe(409)
    expect((await restore(second.id, third.id)).status).toBe(200)
  })

  test.each(unsealablePdfs)('is refused with %s, with the reason', async (_what, reason, make) => {
    giveSeal(server.context, await createdSeal())
    const { id } = await makeUser(server.context, { role: 'wealth_manager' })
    const refused = { status: 400, text: expect.stringContaining(reason) as unknown }
    expect(await replace(id, await sendLetter(session, await make()))).toMatchObject(refused)
    const created = { username: 'new.manager@firm.example', role: 'wealth_manager' }
    const faisDocumentPath = await sendLetter(session, await make())
    expect(await session.post('/api/system-admin/users', { ...created, faisDocumentPath })).toMatchObject(
      refused,
    )
    server.context.seal = null
    expect((await replace(id, await sendLetter(session, await make()))).status).toBe(200)
  })

  test('is marked among the versions where clients can only sign it on paper', async () => {
    const { id } = await makeUser(server.context, { role: 'wealth_manager' })
    const marks = async () => {
      const { body } = await session.get(`/api/system-admin/users/${id}/fais-documents`)
      return (body as { paperOnly: unknown }[]).map(({ paperOnly }) => paperOnly)
    }
    server.context.seal = null
    await replace(id, await sendLetter(session, await makeLockedPdf({ password: '' })))
    expect(await marks()).toEqual(['unsealable'])
    await replace(id, await sendLetter(session, await makePdf()))
    expect(await marks()).toEqual([null, 'unsealable'])
  })

  test('is what clients get from then on', async () => {
    const client = await makeClient(server.context, { wealthManagerId: manager.id })
    const bytes = await makePdf()
    await replace(manager.id, await sendLetter(session, bytes))
    const letter = await (await server.as(client.username)).get('/api/fais-document')
    expect(letter.status).toBe(200)
    const recorded = await auditAbout(server.context, client.applicationId)
    expect(recorded.at(-1)).toMatchObject({
      action: 'fais-letter.downloaded',
      details: { sha256: sha256Of(bytes) },
    })
  })

  test('is idempotent for the same file', async () => {
    const address = await sendLetter(session)
    const [one, other] = [await replace(manager.id, address), await replace(manager.id, address)]
    expect([other.status, other.body]).toEqual([200, one.body])
    expect(
      (await versions()).filter(
        ({ path }) => path === (one.body as { faisDocumentPath: string }).faisDocumentPath,
      ),
    ).toHaveLength(1)
  })

  test("is always a manager's", async () => {
    const admin = await makeUser(server.context, { role: 'admin' })
    expect((await replace(admin.id, await sendLetter(session))).status).toBe(409)
  })

  test('cannot be a file of another user or of a client', async () => {
    const other = await makeUser(server.context, { role: 'system_administrator' })
    const theirs = await sendLetter(await server.as(other.username))
    const client = await makeClient(server.context)
    const ofClient = await requestAddress(await server.as(client.username), { purpose: 'payslip' })
    for (const address of [theirs, ofClient]) expect((await replace(manager.id, address)).status).toBe(400)
  })

  test('must not have a password', async () => {
    const refused = await replace(manager.id, await sendLetter(session, await makeLockedPdf()))
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      detail:
        'This PDF is password-protected, so clients couldn’t open it. Please save it without a password and upload it again.',
    })
  })

  test('is of at most 10 MB', async () => {
    const answer = await session.post('/api/fais-documents/upload', { size: 10_485_761 })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ message: 'File size exceeds 10MB limit' }] })
  })
})

describe('the FAIS document of a promoted user', () => {
  const promote = async (id: string, body: object) =>
    session.patch(`/api/system-admin/users/${id}`, { role: 'wealth_manager', ...body })
  const roleOf = async (id: string) => {
    const { rows } = await server.context.database.pool.query<{ role: string; letter: string | null }>(
      'select role, fais_document_id as letter from users where id = $1',
      [id],
    )
    return rows[0]
  }

  test('is part of the change of role, in one repeatable call', async () => {
    const { id } = await makeUser(server.context, { role: 'admin' })
    const faisDocumentPath = await sendLetter(session)
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await promote(id, { faisDocumentPath })
      expect([status, body]).toMatchObject([200, { role: 'wealth_manager' }])
      expect(body).toHaveProperty('faisDocumentPath', expect.stringMatching(/^\/objects\//u))
    }
    const events = (await auditAbout(server.context, id)).map(({ action }) => action)
    expect(events.filter((action) => action !== 'user.created')).toEqual([
      'user.role-changed',
      'document.registered',
    ])
  })

  test('that is refused leaves the role unchanged', async () => {
    const { id } = await makeUser(server.context, { role: 'admin' })
    const before = await auditAbout(server.context, id)
    const address = await session.post('/api/fais-documents/upload', {})
    const { uploadURL: notSent } = address.body as { uploadURL: string }
    for (const faisDocumentPath of [notSent, await sendLetter(session, Buffer.from('no PDF'))]) {
      expect((await promote(id, { faisDocumentPath })).status).toBeGreaterThanOrEqual(400)
    }
    expect(await roleOf(id)).toEqual({ role: 'admin', letter: null })
    expect(await auditAbout(server.context, id)).toEqual(before)
  })

  test("is not stored where the role is refused, and cannot be another user's", async () => {
    const { id } = await makeUser(server.context, { role: 'admin' })
    const faisDocumentPath = await sendLetter(session)
    const answer = await promote(id, { faisDocumentPath, role: 'client', phone: '082 123 4567' })
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ path: 'faisDocumentPath' }] }])
    expect(await roleOf(id)).toEqual({ role: 'admin', letter: null })
    // After correcting the other error, the uploaded file is still valid.
    expect((await promote(id, { faisDocumentPath })).status).toBe(200)
  })
})
