import { readdirSync, readFileSync } from 'node:fs'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '#features/applications/api/application.ts'
import { documentKinds, listOf } from '#features/applications/rules/documents/kinds.ts'
import type { makeClient } from '#app/demo/factories/applications.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications, documents } from '#features/access/schema/tables.ts'
import { makeEmptyPdf, makeFile, makeJpeg, makePdf, makePng } from '#test/support/files.ts'
import { makeLongPdf } from '#test/support/hostile-pdfs.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import {
  clientKinds,
  genericCall,
  idIn,
  isTaken,
  raw,
  register,
  requestAddress,
  send,
  unreferenced,
  upload,
  type SomeFile,
  makeClientWithLetter,
} from '#test/support/uploads.ts'

/** A bucket checks the age of signatures by its own clock. */
const clock = new Date()
let server: TestServer
let client: Awaited<ReturnType<typeof makeClient>>
let session: HttpSession
let pdf: SomeFile
let before = new Set<string>()

beforeAll(async () => {
  server = await startTestServer({ now: () => clock })
  pdf = { bytes: await makePdf(), type: 'application/pdf' }
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await makeClientWithLetter(server.context)
  session = await server.as(client.username)
  before = new Set(await unreferenced(server))
})

async function application(): Promise<Application> {
  return (await session.get('/api/application')).body as Application
}

function documentRows() {
  const { db } = server.context.database
  return db.select().from(documents).where(eq(documents.applicationId, client.applicationId))
}

/** Objects that a test left without a reference. */
async function leftovers(): Promise<string[]> {
  return (await unreferenced(server)).filter((each) => !before.has(each))
}

async function auditOf(action: string) {
  const { db } = server.context.database
  const rows = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.objectId, client.applicationId))
    .orderBy(asc(auditEvents.id))
  return rows.filter((row) => row.action === action)
}

describe('the same file twice', () => {
  test('is stored both times, and the second one names the first', async () => {
    await upload(session, 'payslip', { ...pdf, name: 'march.pdf' })
    await upload(session, 'payslip', { bytes: makePng(), type: 'image/png', name: 'april.png' })
    await upload(session, 'pensionBenefits', { ...pdf, name: 'fund.pdf' })
    const { payslipUploads, pensionBenefitsStatements } = await application()
    expect(payslipUploads.map(({ sameAs }) => sameAs)).toEqual([undefined, undefined])
    expect(pensionBenefitsStatements).toMatchObject([{ sameAs: { name: 'march.pdf', kind: 'payslip' } }])
  })

  test('is detected whatever metadata a camera wrote', async () => {
    await upload(session, 'payslip', { bytes: makeJpeg(), type: 'image/jpeg', name: 'one.jpg' })
    await upload(session, 'payslip', { bytes: makeJpeg({ size: 2000 }), type: 'image/jpeg', name: 'two.jpg' })
    expect((await application()).payslipUploads[1]?.sameAs?.name).toBe('one.jpg')
  })

  test("is not reported once the first is removed, nor for another client's file", async () => {
    const [first, other] = [await upload(session, 'payslip', pdf), await makeClientWithLetter(server.context)]
    await upload(session, 'payslip', pdf)
    await session.delete(`/api/documents/${idIn(first)}`)
    const stranger = await server.as(other.username)
    await upload(stranger, 'payslip', pdf)
    for (const who of [session, stranger]) {
      const { payslipUploads } = (await who.get('/api/application')).body as Application
      expect(payslipUploads.map(({ sameAs }) => sameAs)).toEqual([undefined])
    }
  })
})

test.each(clientKinds)('%s: registered by the generic call, asked twice the same', async (kind) => {
  const { path, field } = genericCall(kind)
  const address = await requestAddress(session, { purpose: kind })
  await send(session, address, pdf)
  const call = () =>
    session.put(path, { [field]: address.split('?')[0], fileName: 'March.pdf', fileId: 'mine' })
  const [first, second] = [await call(), await call()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(await documentRows()).toMatchObject([{ kind }])
})

test.each(['additional', 'staffFais', 'payslips'])('%s: no kind of the generic call', async (kind) => {
  const answer = await session.put(`/api/application/documents/${kind}`, { fileURL: '/x', fileName: 'x.pdf' })
  expect(answer.status).toBe(400)
})

describe('an upload', () => {
  test.each(clientKinds)('%s: asked for, sent, registered and listed', async (kind) => {
    const { version } = await application()
    const answer = await upload(session, kind, { ...pdf, name: 'Statement March.pdf' })
    const id = idIn(answer)
    expect(answer.body).toEqual({ id, objectPath: `/objects/uploads/${id}` })

    const record = {
      id,
      documentId: id,
      name: 'Statement March.pdf',
      url: `/objects/uploads/${id}`,
      uploadDate: clock.toISOString(),
    }
    const after = await application()
    for (const other of clientKinds) {
      const files = other === 'signedFais' ? [after.faisDocument].filter(Boolean) : after[listOf(other)]
      expect(files).toEqual(other === kind ? [record] : [])
    }
    expect(after.faisDocumentUploaded).toBe(kind === 'signedFais')
    expect(after.version).toBe(version + 1)

    const [row] = await documentRows()
    expect(row).toMatchObject({ kind, bytes: pdf.bytes.length, contentType: 'application/pdf' })
    expect(await auditOf('document.registered')).toMatchObject([
      {
        actorId: client.id,
        details: { documentId: id, kind, sha256: row?.sha256, bytes: pdf.bytes.length },
      },
    ])
    const read = await raw(session, `${server.url}/objects/uploads/${id}`)
    expect(read.bytes.equals(pdf.bytes)).toBe(true)
    expect(await leftovers()).toEqual([])
  })

  test.each(['application/pdf', 'image/jpeg', 'image/png'] as const)(
    '%s of exactly the limit',
    async (type) => {
      const bytes = await makeFile(type, documentKinds.payslip.maxBytes)
      expect((await upload(session, 'payslip', { bytes, type })).status).toBe(200)
    },
  )

  test('a client that declares nothing is checked against the limits at registration', async () => {
    const address = await requestAddress(session)
    expect(isTaken(await send(session, address, pdf))).toBe(true)
    expect((await register(session, 'payslip', address)).status).toBe(200)
  })

  test('a second registration, also a simultaneous one, gets the same answer and adds nothing', async () => {
    const address = await requestAddress(session, { purpose: 'payslip' })
    await send(session, address, pdf)
    const answers = await Promise.all([1, 2, 3].map(() => register(session, 'payslip', address)))
    answers.push(await register(session, 'payslip', address))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await documentRows()).toHaveLength(1)
    expect(await leftovers()).toEqual([])
    expect((await application()).version).toBe(2)
  })

  test('the id that the client chose is returned unchanged, twice too, and is encrypted', async () => {
    const fileId = '1732512345678 "é 💰"'
    const addresses = await Promise.all([1, 2].map(() => requestAddress(session)))
    for (const address of addresses) {
      await send(session, address, pdf)
      expect(idIn(await register(session, 'pensionBenefits', address, { fileId }))).toBe(fileId)
    }
    const { pensionBenefitsStatements: listed } = await application()
    expect(listed.map(({ id }) => id)).toEqual([fileId, fileId])
    expect(new Set(listed.map(({ documentId }) => documentId)).size).toBe(2)
    expect(JSON.stringify(await documentRows())).not.toContain('1732512345678')
    for (const unprintable of ['', 'a\u0000b', '\ud800', 'a'.repeat(101)]) {
      const refused = await register(session, 'pensionBenefits', addresses[0] ?? '', { fileId: unprintable })
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'fileId' }] } })
    }
    expect(await leftovers()).toEqual([])
  })

  test.each([
    '../../../etc/passwd',
    'C:\\temp\\march.pdf',
    'quotes " and \' and ; semicolons.pdf',
    'salarisstrokie März 💰 שלום.pdf',
    '<script>alert(1)</script>.pdf',
    '%00%2e%2e%2f.pdf',
  ])('keeps the name %j for display, and never uses it as a path', async (name) => {
    const id = idIn(await upload(session, 'payslip', { ...pdf, name }))
    expect((await application()).payslipUploads).toMatchObject([{ id, name }])
    const read = await raw(session, `${server.url}/objects/uploads/${id}`)
    expect(read.status).toBe(200)
    expect(read.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\/]+\.pdf"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]+\.pdf$/u,
    )
  })

  test.each(['two\nlines.pdf', 'tab\tbed.pdf', '', '   ', 'x'.repeat(256), 'half \ud83d.pdf'])(
    'is refused with the name %j',
    async (name) => {
      const address = await requestAddress(session, { purpose: 'payslip' })
      await send(session, address, pdf)
      expect(await register(session, 'payslip', address, { name })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'fileName' }] },
      })
    },
  )
})

describe('an address is refused', () => {
  test.each([
    [{ purpose: 'payslip', contentType: 'image/png', size: 2_097_153 }, 413, 'larger than 2MB'],
    [{ purpose: 'signedFais', contentType: 'image/png', size: 5_242_881 }, 413, 'exceeds 5MB'],
    [{ purpose: 'staffFais' }, 400, 'Please check'],
    [{ contentType: 'x'.repeat(256) }, 400, 'Please check'],
    [{ size: 0 }, 400, 'Please check'],
    [{ size: 10_485_761 }, 400, 'Please check'],
    [{ key: 'documents/1' }, 400, 'Please check'],
  ])('%j: %i', async (announced, status, detail) => {
    const answer = await session.post('/api/objects/upload', announced)
    expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } })
  })

  test('to anonymous callers, staff, and foreign pages', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const staff = await server.as(manager.username)
    expect((await server.visit().post('/api/objects/upload', {})).status).toBe(401)
    expect((await staff.post('/api/objects/upload', {})).status).toBe(403)
    const foreign = { origin: 'https://evil.example' }
    expect((await session.post('/api/objects/upload', {}, foreign)).status).toBe(403)
  })

  test('to users who request very many', async () => {
    // With a size, which counts towards the quota in a bucket.
    const small = { size: 1000 }
    const statuses = new Set<number>()
    for (let count = 0; count < 60; count += 1) {
      statuses.add((await session.post('/api/objects/upload', small)).status)
    }
    expect([...statuses]).toEqual([200])
    const refused = await session.post('/api/objects/upload', small)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('900')
  })
})

describe('a registration is refused, and leaves nothing behind', () => {
  async function refused(kind: (typeof clientKinds)[number], file: SomeFile, announce = true) {
    const address = await requestAddress(session, announce ? { purpose: kind, contentType: file.type } : {})
    await send(session, address, file)
    const answer = await register(session, kind, address, { name: file.name })
    expect(await documentRows()).toEqual([])
    expect(await leftovers()).toEqual([])
    expect((await application()).version).toBe(1)
    return answer
  }

  test('a file of another type than declared', async () => {
    const answer = await refused('payslip', { ...pdf, type: 'image/jpeg', name: 'march.jpg' })
    expect(answer).toMatchObject({
      status: 415,
      body: {
        detail:
          'march.jpg was sent as JPEG, but it is PDF. Please rename it to end in .pdf and upload it again.',
      },
    })
  })

  test.each([
    ['payslip', 'march.pdf is not a valid format. Please upload PDF or image files.'],
    ['signedFais', 'File type application/zip is not supported. Please use: PDF, JPEG, PNG'],
  ] as const)('%s: not an accepted type', async (kind, detail) => {
    const bytes = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(500)])
    const answer = await refused(kind, { bytes, type: 'application/pdf', name: 'march.pdf' })
    expect(answer).toMatchObject({ status: 415, body: { detail } })
  })

  test.each([
    ['without a page', makeEmptyPdf],
    ['cut short', async () => (await makePdf()).subarray(0, 400)],
  ])('a PDF %s', async (_, make) => {
    const answer = await refused('payslip', {
      bytes: await make(),
      type: 'application/pdf',
      name: 'march.pdf',
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('can’t be opened as a PDF') },
    })
  })

  test.each([
    ['payslip', 2_097_153, 'march.pdf is larger than 2MB. Please compress the file and try again.'],
    ['signedFais', 5_242_881, 'File size exceeds 5MB limit. Please choose a smaller file.'],
  ] as const)('%s: one byte above the limit, where nothing was declared', async (kind, size, detail) => {
    const bytes = makePng({ size })
    const answer = await refused(kind, { bytes, type: 'image/png', name: 'march.pdf' }, false)
    expect(answer).toMatchObject({ status: 413, body: { detail } })
  })

  test('a file for another list', async () => {
    const address = await requestAddress(session, { purpose: 'payslip' })
    await send(session, address, pdf)
    expect((await register(session, 'riskBenefit', address)).status).toBe(400)
    expect(await leftovers()).toEqual([])
  })

  test('a file that has not arrived', async () => {
    const address = await requestAddress(session, { purpose: 'payslip' })
    expect(await register(session, 'payslip', address)).toMatchObject({
      status: 409,
      body: { detail: 'We haven’t received the file. Please upload it again.' },
    })
    await send(session, address, pdf)
    expect((await register(session, 'payslip', address)).status).toBe(200)
  })

  test("another user's address gets the response for an unknown one, byte for byte", async () => {
    const other = await server.as((await makeClientWithLetter(server.context)).username)
    const address = await requestAddress(session, { purpose: 'payslip' })
    await send(session, address, pdf)
    const foreign = await register(other, 'payslip', address)
    expect(foreign.status).toBe(404)
    for (const unknown of [
      `${server.url}/api/objects/upload/0192f0c0-0000-7000-8000-000000000000`,
      'https://evil.example/march.pdf',
      'documents/../uploads',
    ]) {
      expect((await register(session, 'payslip', unknown)).text).toBe(foreign.text)
    }
    expect((await register(session, 'payslip', address)).status).toBe(200)
  })

  test('once the application is submitted, like every change of files', async () => {
    const id = idIn(await upload(session, 'payslip', pdf))
    const address = await requestAddress(session, { purpose: 'payslip' })
    await send(session, address, pdf)
    await server.context.database.db
      .update(applications)
      .set({ status: 'submitted' })
      .where(eq(applications.id, client.applicationId))
    const answers = [
      await register(session, 'payslip', address),
      await session.post('/api/objects/upload', {}),
      await session.delete(`/api/documents/${id}`),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'not-editable' } })
    }
    expect(await leftovers()).toEqual([])
    expect((await application()).payslipUploads).toMatchObject([{ id }])
  })
})

describe('a full list', () => {
  const beyond = {
    payslip: 'You can only upload 6 payslips maximum.',
    riskBenefit: 'Maximum 1 files allowed. You can upload 0 more file(s).',
    pensionBenefits: 'Maximum 5 files reached. Remove a file to upload more.',
    providentBenefits: 'Maximum 5 files reached. Remove a file to upload more.',
  } as const
  const limited = Object.keys(beyond) as (keyof typeof beyond)[]

  test.each(limited)('%s: one more is refused, until one is removed', async (kind) => {
    const { maxCount } = documentKinds[kind]
    const ids: string[] = []
    for (let count = 0; count < maxCount; count += 1) ids.push(idIn(await upload(session, kind, pdf)))
    expect(await upload(session, kind, pdf)).toMatchObject({ status: 409, body: { detail: beyond[kind] } })
    expect(await leftovers()).toEqual([])
    expect((await session.delete(`/api/documents/${ids[0]}`)).status).toBe(204)
    expect((await upload(session, kind, pdf)).status).toBe(200)
  })

  test('all at once: the limit holds', async () => {
    const addresses = await Promise.all(
      Array.from({ length: 10 }, () => requestAddress(session, { purpose: 'payslip' })),
    )
    await Promise.all(addresses.map((address) => send(session, address, pdf)))
    const answers = await Promise.all(addresses.map((address) => register(session, 'payslip', address)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect((await application()).payslipUploads).toHaveLength(6)
    expect(await leftovers()).toEqual([])
  })

  test('a FAIS document that is signed again replaces the previous one', async () => {
    const first = idIn(await upload(session, 'signedFais', { ...pdf, name: 'first.pdf' }))
    const second = idIn(await upload(session, 'signedFais', { ...pdf, name: 'second.pdf' }))
    expect((await application()).faisDocument).toMatchObject({ id: second, name: 'second.pdf' })
    expect((await raw(session, `${server.url}/objects/uploads/${first}`)).status).toBe(404)
    expect(await auditOf('document.removed')).toMatchObject([
      { details: { documentId: first, kind: 'signedFais' } },
    ])
    await Promise.all([1, 2, 3].map(() => upload(session, 'signedFais', pdf)))
    expect((await documentRows()).filter((row) => row.removedAt === null)).toHaveLength(1)
  })
})

describe('a file that is removed', () => {
  test('is gone at once, is recorded, and is not registered again', async () => {
    const address = await requestAddress(session, { purpose: 'payslip' })
    await send(session, address, pdf)
    const id = idIn(await register(session, 'payslip', address))
    expect((await session.delete(`/api/documents/${id}`)).status).toBe(204)
    const after = await application()
    expect(after.payslipUploads).toEqual([])
    expect(after.version).toBe(3)
    expect((await raw(session, `${server.url}/objects/uploads/${id}`)).status).toBe(404)
    expect(await auditOf('document.removed')).toMatchObject([
      { details: { documentId: id, kind: 'payslip' } },
    ])
    expect((await register(session, 'payslip', address)).status).toBe(409)
  })

  test("another client's gets the response for a missing one, byte for byte", async () => {
    const id = idIn(await upload(session, 'payslip', pdf))
    const other = await server.as((await makeClientWithLetter(server.context)).username)
    const foreign = await other.delete(`/api/documents/${id}`)
    const missing = await other.delete('/api/documents/0192f0c0-0000-7000-8000-000000000000')
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(missing.text)
    expect((await application()).payslipUploads).toHaveLength(1)
  })

  const restore = (who: HttpSession, id: string) => who.post(`/api/documents/${id}/restore`)
  const remove = (id: string) => session.delete(`/api/documents/${id}`)

  test('is restored, once, and is recorded', async () => {
    const id = idIn(await upload(session, 'payslip', { ...pdf, name: 'march.pdf' }))
    const { version } = await application()
    await remove(id)
    expect((await restore(session, id)).status).toBe(204)
    expect((await restore(session, id)).status).toBe(204)
    const after = await application()
    expect(after.payslipUploads).toMatchObject([{ id, name: 'march.pdf' }])
    expect(after.version).toBe(version + 2)
    expect((await raw(session, `${server.url}/objects/uploads/${id}`)).bytes.equals(pdf.bytes)).toBe(true)
    expect(await auditOf('document.restored')).toMatchObject([
      { actorId: client.id, details: { documentId: id, kind: 'payslip' } },
    ])
  })

  test("is restored only by its client: another client's is missing", async () => {
    const id = idIn(await upload(session, 'payslip', pdf))
    await remove(id)
    const other = await server.as((await makeClientWithLetter(server.context)).username)
    const foreign = await restore(other, id)
    const missing = await restore(other, '0192f0c0-0000-7000-8000-000000000000')
    expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    expect((await application()).payslipUploads).toEqual([])
  })

  test('is not restored into a list that is full by now, nor beside the letter that replaced it', async () => {
    const id = idIn(await upload(session, 'riskBenefit', pdf))
    await remove(id)
    await upload(session, 'riskBenefit', pdf)
    const first = idIn(await upload(session, 'signedFais', pdf))
    const second = idIn(await upload(session, 'signedFais', pdf))
    for (const gone of [id, first]) expect((await restore(session, gone)).status).toBe(409)
    const after = await application()
    expect([after.riskBenefitStatement.length, after.faisDocument?.id]).toEqual([1, second])
    expect(await auditOf('document.restored')).toEqual([])
  })

  test('is not restored after the submission, nor an hour later', async () => {
    const [one, other] = [
      idIn(await upload(session, 'payslip', pdf)),
      idIn(await upload(session, 'payslip', pdf)),
    ]
    for (const id of [one, other]) await remove(id)
    const { db } = server.context.database
    const longAgo = new Date(clock.getTime() - 3_600_001)
    await db.update(documents).set({ removedAt: longAgo }).where(eq(documents.id, one))
    expect(await restore(session, one)).toMatchObject({ status: 409, body: { code: 'too-late' } })
    await db
      .update(applications)
      .set({ status: 'submitted' })
      .where(eq(applications.id, client.applicationId))
    expect(await restore(session, other)).toMatchObject({ status: 409, body: { code: 'not-editable' } })
    expect((await documentRows()).filter(({ removedAt }) => removedAt === null)).toEqual([])
  })

  test('by a list that omits it is removed the same way', async () => {
    const stored = idIn(await upload(session, 'payslip', pdf))
    const left = idIn(await upload(session, 'payslip', pdf))
    const { payslipUploads } = await application()
    const saved = await session.put('/api/application', {
      payslipUploads: payslipUploads.filter(({ id }) => id === stored),
    })
    expect(saved.status).toBe(200)
    expect((await application()).payslipUploads.map(({ id }) => id)).toEqual([stored])
    expect(await auditOf('document.removed')).toMatchObject([{ details: { documentId: left } }])
  })
})

describe.runIf(process.platform === 'linux')('a machine that is too busy to check files', () => {
  /** The inspection process of this server, and the processor time that it has used, in ticks. */
  function inspector(): { pid: number; ticks: number } | null {
    const children = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
    )
    const pid = children.find(
      (child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('inspector.ts'),
    )
    if (pid === undefined) return null
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = afterName.split(' ')
    return { pid: Number(pid), ticks: Number(fields[11]) + Number(fields[12]) }
  }

  test('keeps the upload, asks to retry, and accepts it then', async () => {
    const bytes = makeLongPdf(20_000)
    const type = 'application/pdf'
    const address = await requestAddress(session, {
      purpose: 'payslip',
      contentType: type,
      size: bytes.length,
    })
    await send(session, address, { bytes, type })
    // A process that has inspected one file waits for the next, fully loaded.
    idIn(await upload(session, 'payslip', pdf))
    const ticksBefore = inspector()?.ticks ?? 0
    const answer = register(session, 'payslip', address)
    await expect.poll(() => (inspector()?.ticks ?? 0) - ticksBefore, { interval: 10 }).toBeGreaterThan(20)
    // As the operating system does when memory runs out.
    process.kill(inspector()?.pid ?? 0, 'SIGKILL')
    const { status, headers, body } = await answer
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((body as { detail: string }).detail).toContain('Please try again in a moment.')
    expect((await application()).payslipUploads).toHaveLength(1)
    idIn(await register(session, 'payslip', address))
    expect((await application()).payslipUploads).toHaveLength(2)
  })
})
