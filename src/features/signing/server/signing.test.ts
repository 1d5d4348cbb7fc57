import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { documentSignatures } from '#features/signing/schema/signing-schema.ts'
import { ask } from '#test/support/corrections.ts'
import { makePdf } from '#test/support/files.ts'
import { mailsTo } from '#test/support/records.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import {
  createdSeal,
  giveSeal,
  makeSigner,
  readLetter,
  sign,
  signable,
  signedDocument,
  verify,
  type Signer,
} from '#test/support/signing.ts'
import { unsealablePdfs } from '#test/support/unsealable-pdfs.ts'
import { unreferenced } from '#test/support/uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  giveSeal(server.context, await createdSeal())
})
afterAll(() => server.close())

const db = () => server.context.database.db
const presentOf = async ({ applicationId }: Signer) =>
  db()
    .select()
    .from(documents)
    .where(and(eq(documents.applicationId, applicationId), isNull(documents.removedAt)))

describe('signing', () => {
  test('stores one sealed document, which is the signed FAIS document of the application', async () => {
    const signer = await makeSigner(server)
    const answer = await sign(signer)
    expect([answer.status, answer.body]).toEqual([200, { documentId: expect.any(String), level: 'B-B' }])
    const { documentId } = answer.body as { documentId: string }
    const application = (await signer.session.get('/api/application')).body
    expect(application).toMatchObject({
      faisDocumentUploaded: true,
      faisDocument: { id: documentId, name: 'FAIS disclosure letter, signed.pdf' },
    })
    const [row] = await db()
      .select()
      .from(documentSignatures)
      .where(eq(documentSignatures.documentId, documentId))
    expect(row).toMatchObject({ signedVersion: 1, by: 'typing', level: 'B-B' })
    expect(JSON.stringify(row)).not.toContain('Nkosi')
    expect(await unreferenced(server)).toEqual([])
  })

  test('a drawn signature counts too, and replaces an earlier typed one', async () => {
    const signer = await makeSigner(server)
    await sign(signer)
    const strokes = [Array.from({ length: 40 }, (_, index) => [index * 30, 200 + (index % 7) * 20])]
    const answer = await sign(signer, { signature: { by: 'drawing', strokes } })
    expect(answer.status).toBe(200)
    const present = await presentOf(signer)
    expect(present.map(({ id }) => id)).toEqual([(answer.body as { documentId: string }).documentId])
  })

  test('a double click signs once, with a key and without', async () => {
    const signer = await makeSigner(server)
    const answers = await Promise.all([sign(signer), sign(signer), sign(signer)])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await presentOf(signer)).toHaveLength(1)
    const other = await makeSigner(server)
    const headers = { 'idempotency-key': '"one"' }
    const keyed = () => other.session.post('/api/signables/fais-letter/signature', other.signing, headers)
    const [first, second] = [await keyed(), await keyed()]
    expect([first.status, second.text]).toEqual([200, first.text])
    expect(await presentOf(other)).toHaveLength(1)
  })

  test('a later upload from paper replaces it, and the signature goes with the document', async () => {
    const signer = await makeSigner(server)
    await sign(signer)
    const [document] = await presentOf(signer)
    await signer.session.delete(`/api/documents/${document?.id}`)
    expect(await presentOf(signer)).toEqual([])
    expect((await sign(signer)).status).toBe(200)
  })
})

describe('is refused', () => {
  test('for a letter that was not opened', async () => {
    const signer = await makeSigner(server, { opened: false })
    const answer = await sign(signer)
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('haven’t opened this letter')])
    expect(await presentOf(signer)).toEqual([])
  })

  test('for a letter that was replaced, opened or not', async () => {
    const signer = await makeSigner(server)
    await makeFaisDocument(server.context, {
      managerId: signer.managerId,
      bytes: await makePdf({ text: '2' }),
    })
    expect(await sign(signer)).toMatchObject({ status: 409, text: expect.stringContaining('a new letter') })
    const { document } = await signable(signer.session)
    expect(document).toMatchObject({ version: 2, openedAt: null })
    expect(await sign(signer, { sha256: document?.sha256 })).toMatchObject({ status: 409 })
    await readLetter(signer.session)
    expect(await sign(signer, { sha256: document?.sha256 })).toMatchObject({ status: 200 })
  })

  test('for one that is replaced during sealing', async () => {
    const signer = await makeSigner(server)
    const { seal } = server.context
    if (seal === null) throw new Error('There is no seal.')
    giveSeal(server.context, {
      ...seal,
      async sign(data) {
        await makeFaisDocument(server.context, { managerId: signer.managerId })
        return seal.sign(data)
      },
    })
    const answer = await sign(signer)
    giveSeal(server.context, seal)
    expect([answer.status, await presentOf(signer)]).toEqual([409, []])
    expect(await unreferenced(server)).toEqual([])
  })

  test('for a wrong password, at its field; after five the sixth has to wait', async () => {
    const signer = await makeSigner(server)
    for (let times = 0; times < 5; times += 1) {
      const answer = await sign(signer, { password: 'a loud harbour wall' })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
    }
    expect((await sign(signer)).status).toBe(429)
    const failed = await db().$count(
      auditEvents,
      and(eq(auditEvents.objectId, signer.applicationId), eq(auditEvents.action, 'document.sign-failed')),
    )
    expect(failed).toBe(5)
  })

  test('for another name, at its field', async () => {
    const signer = await makeSigner(server, { fullName: 'André Müller' })
    const signature = { by: 'typing', name: 'Andrea Müller' }
    expect(await sign(signer, { signature })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'signature.name' }] },
    })
    expect(await sign(signer, { signature: { by: 'typing', name: 'andre muller' } })).toMatchObject({
      status: 200,
    })
  })

  test('for a dot, for too many strokes, for missing or outdated statements', async () => {
    const signer = await makeSigner(server)
    const dot = { by: 'drawing', strokes: [[[10, 10]]] }
    const many = {
      by: 'drawing',
      strokes: Array.from({ length: 61 }, () => [
        [0, 0],
        [900, 400],
      ]),
    }
    expect((await sign(signer, { signature: dot })).status).toBe(400)
    expect((await sign(signer, { signature: many })).status).toBe(400)
    expect((await sign(signer, { statements: [true] })).status).toBe(409)
    expect((await sign(signer, { statements: [true, false] })).status).toBe(400)
    expect((await sign(signer, { wording: '2020-01-01' })).status).toBe(409)
  })

  test('for a locked letter, whose manager is notified once', async () => {
    const signer = await makeSigner(server)
    const bytes = await makePdf({ text: 'locked' })
    const letter = { managerId: signer.managerId, bytes, downloadOnly: 'encrypted' } as const
    const { sha256 } = await makeFaisDocument(server.context, letter)
    await signer.session.get('/api/fais-document')
    for (let times = 0; times < 2; times += 1) {
      expect((await signable(signer.session)).unsignable).toBe('encrypted')
      expect((await sign(signer, { sha256 })).status).toBe(409)
    }
    const [manager] = await db()
      .execute<{ username: string }>(`select username from users where id = '${signer.managerId}'`)
      .then(({ rows }) => rows)
    const mails = await mailsTo(server.context, manager?.username ?? '')
    expect(mails.filter(({ template }) => template === 'letter-encrypted')).toHaveLength(1)
  })

  test('for one that was opened and not displayed', async () => {
    const signer = await makeSigner(server, { opened: false })
    const displayed = (sha256: string) =>
      signer.session.post('/api/signables/fais-letter/displayed', { sha256 })
    expect((await displayed(signer.signing.sha256)).status).toBe(409)
    await signer.session.get('/api/fais-document')
    expect(await sign(signer)).toMatchObject({
      status: 409,
      text: expect.stringContaining('hasn’t been shown on your screen'),
    })
    expect((await displayed('0'.repeat(64))).status).toBe(409)
    const [first, second] = [await displayed(signer.signing.sha256), await displayed(signer.signing.sha256)]
    expect(first).toMatchObject({ status: 200, body: { document: { displayedAt: expect.any(String) } } })
    expect(second.body).toEqual(first.body)
    expect((await sign(signer)).status).toBe(200)
    const [row] = await db()
      .select()
      .from(documentSignatures)
      .where(eq(documentSignatures.signedSha256, signer.signing.sha256))
    expect(row?.displayedAt?.toISOString()).toBe(
      (first.body as { document: { displayedAt: string } }).document.displayedAt,
    )
  })

  test('in a session where it was not displayed, whatever was displayed in others', async () => {
    const signer = await makeSigner(server)
    const other = await server.as(signer.username)
    const inOther = { ...signer, session: other }
    expect((await signable(other)).document).toMatchObject({
      openedAt: expect.any(String),
      displayedAt: null,
    })
    expect(await sign(inOther)).toMatchObject({
      status: 409,
      text: expect.stringContaining('hasn’t been shown on your screen'),
    })
    await readLetter(other)
    expect((await sign(inOther)).status).toBe(200)
    expect((await sign(signer)).status).toBe(200)
  })

  test('in a correction request, in another session than the one that signed before', async () => {
    const signer = await makeSigner(server)
    const { documentId } = (await sign(signer)).body as { documentId: string }
    await db().execute(`update applications set status = 'under_review' where id = '${signer.applicationId}'`)
    const [manager] = await db().select().from(users).where(eq(users.id, signer.managerId))
    const staff = await server.as(manager?.username ?? '')
    const path = `/api/admin/applications/${signer.applicationId}`
    expect((await ask(staff, path, [{ kind: 'document', documentId }])).rounds).toHaveLength(1)
    const again = { ...signer, session: await server.as(signer.username) }
    expect((await sign(again)).status).toBe(409)
    await readLetter(again.session)
    expect((await sign(again)).status).toBe(200)
  })

  test('for one that the browser cannot draw: staff see that, and the firm hears of it once', async () => {
    const admin = await makeUser(server.context, { role: 'admin' })
    const signer = await makeSigner(server, { opened: false })
    const { sha256 } = signer.signing
    await signer.session.get('/api/fais-document')
    const reading = `/api/admin/applications/${signer.applicationId}`
    const staff = await server.as(admin.username)
    expect((await staff.get(reading)).body).toMatchObject({ letterPaperOnly: null })
    for (let times = 0; times < 2; times += 1) {
      const answer = await signer.session.post('/api/signables/fais-letter/displayed', {
        sha256,
        drawn: false,
      })
      expect(answer).toMatchObject({ status: 200, body: { document: { displayedAt: null } } })
    }
    expect((await sign(signer)).status).toBe(409)
    expect((await staff.get(reading)).body).toMatchObject({ letterPaperOnly: 'undrawn' })
    const [manager] = await db().select().from(users).where(eq(users.id, signer.managerId))
    const asManager = await server.as(manager?.username ?? '')
    expect((await asManager.get(reading)).body).toMatchObject({ letterPaperOnly: 'undrawn' })
    for (const username of [manager?.username ?? '', admin.username]) {
      const mails = await mailsTo(server.context, username)
      expect(mails.filter(({ template }) => template === 'letter-encrypted')).toHaveLength(1)
    }
    await makeFaisDocument(server.context, { managerId: signer.managerId })
    expect((await staff.get(reading)).body).toMatchObject({ letterPaperOnly: null })
    await db().execute(`delete from users where id = '${admin.id}'`)
  })

  test.each(unsealablePdfs)(
    'for a stored letter with %s: for paper only from the start, and the firm hears of it once',
    async (_what, _reason, make) => {
      const admin = await makeUser(server.context, { role: 'admin' })
      const bytes = await make()
      const signer = await makeSigner(server, { opened: false, letter: bytes })
      for (let times = 0; times < 2; times += 1) {
        expect((await signable(signer.session)).unsignable).toBe('unsealable')
        expect((await sign(signer)).status).toBe(409)
      }
      const [manager] = await db().select().from(users).where(eq(users.id, signer.managerId))
      for (const username of [manager?.username ?? '', admin.username]) {
        const staff = await server.as(username)
        expect((await staff.get(`/api/admin/applications/${signer.applicationId}`)).body).toMatchObject({
          letterPaperOnly: 'unsealable',
        })
        const mails = await mailsTo(server.context, username)
        expect(mails.filter(({ template }) => template === 'letter-encrypted').length).toBe(1)
      }
      await db().execute(`delete from users where id = '${admin.id}'`)
    },
  )

  test('once the application was submitted, and with a missing or expired seal', async () => {
    const { context } = server
    const signer = await makeSigner(server)
    await db().execute(`update applications set status = 'submitted' where id = '${signer.applicationId}'`)
    expect((await sign(signer)).status).toBe(409)
    const other = await makeSigner(server)
    const { seal } = context
    if (seal === null) throw new Error('There is no seal.')
    context.seal = null
    expect(await signable(other.session)).toMatchObject({ unsignable: 'no-seal' })
    expect((await sign(other)).status).toBe(409)
    context.seal = { ...seal, validUntil: new Date(0) }
    expect((await sign(other)).status).toBe(409)
    context.seal = seal
  })

  test('of a client without a letter there is nothing to sign', async () => {
    const { username } = await makeClient(server.context, { fullName: 'Thandiwe Nkosi' })
    expect(await signable(await server.as(username))).toMatchObject({
      unsignable: 'no-document',
      document: null,
    })
  })
})

test('staff and the signer see the state of a seal; documents signed on paper have none', async () => {
  const { context } = server
  const signer = await makeSigner(server)
  await signedDocument(server, signer)
  const [document] = await presentOf(signer)
  const admin = await server.as((await makeUser(context, { role: 'admin' })).username)
  const address = `/api/documents/${document?.id}/signature`
  for (const session of [admin, signer.session]) {
    expect((await session.get(address)).body).toMatchObject({ signature: { version: 1, seal: 'intact' } })
  }
  expect((await (await makeSigner(server)).session.get(address)).status).toBe(404)
  await db().execute(`update document_signatures set digest = 'other' where document_id = '${document?.id}'`)
  expect((await admin.get(address)).body).toMatchObject({ signature: { seal: 'broken' } })
  const paper = await makeDocument(context, {
    kind: 'signedFais',
    ownerId: signer.id,
    applicationId: signer.applicationId,
  })
  expect((await admin.get(`/api/documents/${paper.id}/signature`)).body).toEqual({ signature: null })
})

describe('verifying', () => {
  test('reports only version, time and initials of an intact one', async () => {
    const signer = await makeSigner(server)
    const bytes = await signedDocument(server, signer)
    const { status, verdict } = await verify(server, bytes)
    expect([status, verdict]).toEqual([
      200,
      {
        is: 'intact',
        signature: {
          title: 'FAIS disclosure letter',
          version: 1,
          initials: 'T. N.',
          signedAt: expect.any(String) as unknown,
          level: 'B-B',
          stampedAt: null,
          stampIsComing: false,
        },
      },
    ])
  })

  test('recognises a document that is no longer stored, and one sealed with an earlier certificate', async () => {
    const signer = await makeSigner(server)
    const bytes = await signedDocument(server, signer)
    giveSeal(server.context, await createdSeal())
    expect((await verify(server, bytes)).verdict).toMatchObject({ is: 'intact', signature: { version: 1 } })
    await db().execute(`delete from document_signatures where document_id in
      (select id from documents where application_id = '${signer.applicationId}')`)
    expect((await verify(server, bytes)).verdict).toEqual({ is: 'intact', signature: null })
    const pem = await (await fetch(`${server.url}/api/seal-certificates`)).text()
    expect(pem.match(/BEGIN CERTIFICATE/gu)?.length).toBeGreaterThanOrEqual(1)
  })

  test('distinguishes a changed one from a foreign one', async () => {
    const signer = await makeSigner(server)
    const bytes = await signedDocument(server, signer)
    const changed = Buffer.from(bytes)
    changed[600] = (changed[600] ?? 0) ^ 1
    expect((await verify(server, changed)).verdict).toEqual({ is: 'changed', signature: null })
    const longer = Buffer.concat([bytes, Buffer.from('\n%more')])
    expect((await verify(server, longer)).verdict).toEqual({ is: 'changed', signature: null })
    expect((await verify(server, await makePdf())).verdict).toEqual({ is: 'foreign', signature: null })
    expect((await verify(server, Buffer.from('no PDF at all'))).verdict.is).toBe('foreign')
  })

  test('accepts only PDFs up to the size limit', async () => {
    const post = async (body: ReadableStream | Uint8Array<ArrayBuffer>, type = 'application/pdf') => {
      const answer = await fetch(`${server.url}/api/verify-document`, {
        method: 'POST',
        headers: { 'content-type': type, origin: server.url, 'x-forwarded-for': '192.0.2.124' },
        body,
        duplex: 'half',
      } as RequestInit)
      return [answer.status, answer.headers.get('content-type')?.includes('problem')]
    }
    const bytes = new Uint8Array(12 * 1024 * 1024)
    expect(await post(bytes)).toEqual([413, true])
    // A stream without a content length.
    expect(await post(new Blob([bytes]).stream())).toEqual([413, true])
    for (const type of ['application/json', 'text/html', 'multipart/form-data; boundary=x']) {
      expect(await post(new Uint8Array([37, 80]), type)).toEqual([415, true])
    }
  })

  test('is counted by address', async () => {
    const address = '192.0.2.123'
    for (let times = 0; times < 60; times += 1) await verify(server, Buffer.from('x'), address)
    expect((await verify(server, Buffer.from('x'), address)).status).toBe(429)
  })
})
