import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import type { ProblemBody } from '#base/rules/api/problem.ts'
import { unreadableReasons } from '#base/rules/files/safety.ts'
import type { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { unattachedObjects } from '#features/documents/schema/uploads.ts'
import { EICAR, prepareClamd, whyNoClamd, type TestClamd } from '#test/support/clamd.ts'
import { makePdf } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { sendLetter } from '#test/support/letters.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeSigner, readLetter, sign, signable } from '#test/support/signing.ts'
import { idIn, raw, upload, makeClientWithLetter } from '#test/support/uploads.ts'
import { scanWaitingFiles } from './scan-waiting.ts'

const MINUTE_MS = 60_000
const missing = whyNoClamd()

describe.skipIf(missing !== null)(`with a virus scanner (${missing ?? 'clamd'})`, () => {
  let clock = new Date('2026-11-20T08:00:00Z')
  let clamd: TestClamd
  let server: TestServer
  let client: Awaited<ReturnType<typeof makeClient>>
  let session: HttpSession
  let clean: Buffer
  let infected: Buffer

  beforeAll(async () => {
    clamd = prepareClamd()
    server = await startTestServer({ settings: { clamdUrl: clamd.url }, now: () => clock })
    clean = await makePdf()
    infected = Buffer.concat([clean, Buffer.from(`\n% ${EICAR}\n`)])
  })
  afterAll(async () => {
    await server.close()
    await clamd.remove()
  })
  beforeEach(async () => {
    await clamd.stop()
    await server.context.database.db.update(documents).set({ removedAt: clock })
    client = await makeClientWithLetter(server.context)
    session = await server.as(client.username)
  })

  const send = (bytes: Buffer, kind: 'payslip' | 'signedFais' = 'payslip', name = 'march.pdf') =>
    upload(session, kind, { bytes, type: 'application/pdf', name })
  const application = async () => (await session.get('/api/application')).body as Application
  const read = (id: string, who = session) => raw(who, `${server.url}/objects/uploads/${id}`)

  async function rowOf(id: string) {
    const [row] = await server.context.database.db.select().from(documents).where(eq(documents.id, id))
    if (row === undefined) throw new Error('There is no such document.')
    return row
  }

  /** Lets some minutes pass, and runs the job. */
  async function runAfter(minutes: number) {
    clock = new Date(clock.getTime() + minutes * MINUTE_MS)
    return scanWaitingFiles(server.context)
  }

  async function infectionsOf(objectId: string) {
    const rows = await server.context.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, objectId))
      .orderBy(asc(auditEvents.id))
    return rows.filter(({ action }) => action === 'document.infected')
  }

  test('a clean file is available at once, as without a scanner', async () => {
    await clamd.start()
    await runAfter(0)
    const id = idIn(await send(clean))
    const { payslipUploads } = await application()
    expect(payslipUploads).toEqual([
      {
        id,
        documentId: id,
        name: 'march.pdf',
        url: `/objects/uploads/${id}`,
        uploadDate: clock.toISOString(),
      },
    ])
    expect(await rowOf(id)).toMatchObject({ virusScan: 'clean', nextScanAt: null })
    expect((await read(id)).status).toBe(200)
  })

  test('an infected one is refused with a plain message, recorded, and leaves nothing behind', async () => {
    await clamd.start()
    const refused = await send(infected)
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^We found a virus in march\.pdf, so it was not accepted\./u) },
    })
    expect((await application()).payslipUploads).toEqual([])
    expect(await infectionsOf(client.applicationId)).toMatchObject([
      {
        actorId: client.id,
        success: false,
        details: { documentId: null, kind: 'payslip', virus: 'Test.Eicar.UNOFFICIAL' },
      },
    ])
    expect(await server.context.database.db.select().from(unattachedObjects)).toEqual([])
  })

  describe('that does not answer', () => {
    test('a file waits, and is not served, until it was scanned', async () => {
      const id = idIn(await send(clean))
      expect((await application()).payslipUploads).toMatchObject([{ id, virusScan: 'waiting' }])
      const admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
      for (const who of [session, admin]) {
        const answer = await read(id, who)
        expect(answer.status).toBe(409)
        expect(JSON.parse(answer.bytes.toString())).toMatchObject({ detail: unreadableReasons.waiting })
      }
      const inline = await raw(session, `${server.url}/objects/uploads/${id}?inline=1`)
      expect(inline.status).toBe(409)
      const { version } = await application()
      await clamd.start()
      expect(await runAfter(1)).toEqual({ clean: 1, infected: 0 })
      expect((await read(id)).status).toBe(200)
      const after = await application()
      expect(after.payslipUploads[0]).not.toHaveProperty('virusScan')
      expect(after.version).toBe(version)
    })

    test('is asked again with longer and longer delays, without end', async () => {
      const id = idIn(await send(clean))
      const waits: number[] = []
      for (let attempt = 0; attempt < 7; attempt += 1) {
        expect(await runAfter(20)).toEqual({ clean: 0, infected: 0 })
        const { nextScanAt, scanAttempts, virusScan } = await rowOf(id)
        expect([scanAttempts, virusScan]).toEqual([attempt + 1, 'waiting'])
        waits.push(((nextScanAt?.getTime() ?? 0) - clock.getTime()) / MINUTE_MS)
      }
      expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15])
      await clamd.start()
      expect(await runAfter(14)).toEqual({ clean: 0, infected: 0 })
      expect(await runAfter(1)).toEqual({ clean: 1, infected: 0 })
    })

    test('an infected file is deleted at once, and its client and the staff are notified', async () => {
      const id = idIn(await send(infected))
      const { objectKey } = await rowOf(id)
      await clamd.start()
      expect(await runAfter(1)).toEqual({ clean: 0, infected: 1 })
      expect(await server.context.store.get(objectKey)).toBeNull()
      expect(await server.context.database.db.select().from(unattachedObjects)).toEqual([])
      expect((await application()).payslipUploads).toMatchObject([{ id, virusScan: 'infected' }])
      expect(JSON.parse((await read(id)).bytes.toString())).toMatchObject({
        detail: unreadableReasons.infected,
      })
      expect(await infectionsOf(client.applicationId)).toMatchObject([
        { actorId: null, details: { documentId: id, virus: 'Test.Eicar.UNOFFICIAL' } },
      ])
      const mails = await server.context.database.db
        .select()
        .from(mailOutbox)
        .where(eq(mailOutbox.recipient, client.username))
      expect(mails).toMatchObject([{ template: 'file-infected' }])
      expect(await runAfter(60)).toEqual({ clean: 0, infected: 0 })
    })

    test('an infected file does not count towards the limit, and can be removed from the list', async () => {
      const ids = []
      for (let count = 0; count < 6; count += 1) ids.push(idIn(await send(infected)))
      expect((await send(clean)).status).toBe(409)
      await clamd.start()
      expect(await runAfter(1)).toEqual({ clean: 0, infected: 6 })
      expect((await send(clean)).status).toBe(200)
      for (const id of ids) expect((await session.delete(`/api/documents/${id}`)).status).toBe(204)
      expect((await application()).payslipUploads).toHaveLength(1)
    })

    test('a signed FAIS document that waits counts, and an infected one does not', async () => {
      const missingToSubmit = async () => {
        const { errors } = (await session.post('/api/application/submit')).body as ProblemBody
        return errors?.map(({ path }) => path)
      }
      idIn(await send(infected, 'signedFais'))
      expect((await application()).faisDocumentUploaded).toBe(true)
      expect(await missingToSubmit()).not.toContain('faisDocumentUploaded')
      await clamd.start()
      await runAfter(1)
      expect(await missingToSubmit()).toContain('faisDocumentUploaded')
      expect(await application()).toMatchObject({
        faisDocumentUploaded: false,
        faisDocument: { virusScan: 'infected' },
      })
      const again = idIn(await send(clean, 'signedFais'))
      const { faisDocument, faisDocumentUploaded } = await application()
      expect([faisDocument?.id, faisDocument?.virusScan, faisDocumentUploaded]).toEqual([
        again,
        undefined,
        true,
      ])
    })

    test('a manager’s letter that waits cannot be opened or signed; an infected one counts as missing', async () => {
      const { context } = server
      const { db } = context.database
      const system = await server.as((await makeUser(context, { role: 'system_administrator' })).username)
      const signer = await makeSigner(server, { letter: clean })
      const give = async (bytes: Buffer) =>
        system.put(`/api/system-admin/users/${signer.managerId}/fais-document`, {
          documentURL: await sendLetter(system, bytes),
        })
      const view = async () => (await signer.session.get('/api/application')).body as Application
      const letterMails = async () => {
        const mails = await db.select().from(mailOutbox)
        return mails.map(({ template }) => template).filter((template) => template === 'letter-missing')
      }
      expect(await give(infected)).toMatchObject({ status: 200 })
      const waiting = await signable(signer.session)
      expect(waiting.unsignable).toBe('unreadable')
      const { sha256 } = waiting.document ?? {}
      expect((await signer.session.get('/api/fais-document')).status).toBe(409)
      expect(await sign(signer, { sha256 })).toMatchObject({
        status: 409,
        text: expect.stringContaining('still being checked'),
      })
      const mailsBefore = await letterMails()

      await clamd.start()
      expect(await runAfter(1)).toEqual({ clean: 0, infected: 1 })
      expect(await signable(signer.session)).toMatchObject({ unsignable: 'no-document', document: null })
      expect(await sign(signer, { sha256 })).toMatchObject({
        status: 409,
        text: expect.stringContaining('There is no letter to sign yet'),
      })
      expect(await view()).toMatchObject({ faisLetterAvailable: false })
      expect((await signer.session.get('/api/fais-document')).status).toBe(404)
      const asked = { purpose: 'signedFais', contentType: 'application/pdf', size: 1000 }
      expect((await signer.session.post('/api/objects/upload', asked)).status).toBe(409)
      expect((await letterMails()).length).toBeGreaterThan(mailsBefore.length)

      expect((await give(clean)).status).toBe(200)
      expect(await view()).toMatchObject({ faisLetterAvailable: true })
      await readLetter(signer.session)
      expect((await sign(signer)).status).toBe(200)
    })

    test('a list that is sent back unchanged removes nothing', async () => {
      const id = idIn(await send(clean))
      const { payslipUploads } = await application()
      expect((await session.put('/api/application', { payslipUploads })).status).toBe(200)
      expect((await application()).payslipUploads.map((file) => file.id)).toEqual([id])
    })

    test('two servers at once decide once', async () => {
      idIn(await send(infected))
      await clamd.start()
      const found = await Promise.all([runAfter(1), runAfter(0), runAfter(0)])
      expect(found.reduce((sum, one) => sum + one.infected, 0)).toBe(1)
      expect(await infectionsOf(client.applicationId)).toHaveLength(1)
    })
  })
})
