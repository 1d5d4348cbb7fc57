import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, type MadeClient } from '#server/demo/factories/applications.ts'
import { makeDocument } from '#server/demo/factories/documents.ts'
import { makeUser } from '#server/demo/factories/users.ts'
import { keptDocumentsOf } from '#server/documents/queries.ts'
import type { HttpSession } from '#test/support/http.ts'
import { auditAbout } from '#test/support/records.ts'
import { makeReviewed } from '#test/support/corrections.ts'
import { readPdf } from '#test/support/read-pdf.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { hasUnzip, unzip } from '#test/support/unzip.ts'
import { raw } from '#test/support/uploads.ts'

let server: TestServer
let admin: HttpSession

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as((await makeUser(server.context, { role: 'admin' })).username)
})
afterAll(() => server.close())

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

interface Manifest {
  applicationId: string
  summary: { name: string; sha256: string }
  documents: { name: string; uploadedAs: string; sha256: string; state: string }[]
}

function unpack(content: Buffer): { files: Map<string, Buffer>; manifest: Manifest } {
  const files = unzip(content)
  // The manifest is what this test is about.
  return { files, manifest: JSON.parse(String(files.get('manifest.json'))) as Manifest }
}

async function download(client: Pick<MadeClient, 'applicationId'>, session = admin) {
  const address = `${server.url}/api/admin/applications/${client.applicationId}/download`
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(address, { headers: { cookie } })
  return { response, content: Buffer.from(await response.arrayBuffer()) }
}

const documentOf = (client: MadeClient, name: string) =>
  makeDocument(server.context, {
    kind: 'payslip',
    ownerId: client.id,
    applicationId: client.applicationId,
    name,
  })

describe.skipIf(!hasUnzip)('all documents of an application, unpacked by unzip', () => {
  test('come as they were uploaded, in a folder for each kind, with their sums', async () => {
    const client = await makeClient(server.context, { application: { status: 'submitted' } })
    await documentOf(client, 'March.pdf')
    await makeDocument(server.context, {
      kind: 'signedFais',
      ownerId: client.id,
      applicationId: client.applicationId,
      name: 'Signed.pdf',
    })
    const { response, content } = await download(client)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain(client.applicationId)
    const { files, manifest } = unpack(content)
    expect(manifest.applicationId).toBe(client.applicationId)
    expect(manifest.documents.map(({ name }) => name)).toEqual([
      'Payslips/March.pdf',
      'Signed FAIS document/Signed.pdf',
    ])
    for (const { name, sha256: sum, state } of manifest.documents) {
      expect([name, state, sha256(files.get(name) ?? Buffer.alloc(0))]).toEqual([name, 'included', sum])
    }
    expect(sha256(files.get('Application summary.pdf') ?? Buffer.alloc(0))).toBe(manifest.summary.sha256)
    expect(files.size).toBe(manifest.documents.length + 2)
  })

  test('keep their names where these do no harm, and never leave their folder', async () => {
    const client = await makeClient(server.context)
    const hostile = [
      '../../etc/passwd.pdf',
      '/abs.pdf',
      'C:\\temp\\x.pdf',
      'a\u202Efdp.exe.pdf',
      'CON.pdf',
      'Salarisstrokie Müller – März.pdf',
      'same.pdf',
      'SAME.pdf',
    ]
    for (const name of hostile) await documentOf(client, name)
    const { files, manifest } = unpack((await download(client)).content)
    expect(manifest.documents.map(({ uploadedAs }) => uploadedAs)).toEqual(hostile)
    for (const { name } of manifest.documents) {
      expect(name).toMatch(/^Payslips\/[^/\\:\p{Cc}\p{Cf}]+\.pdf$/iu)
      expect(files.has(name)).toBe(true)
    }
    expect(files.has('Payslips/Salarisstrokie Müller – März.pdf')).toBe(true)
  })

  test('do not break off where an object is missing in the store: the manifest says so', async () => {
    const client = await makeClient(server.context)
    const lost = await documentOf(client, 'lost.pdf')
    await documentOf(client, 'kept.pdf')
    await server.context.store.remove(lost.objectKey)
    const { files, manifest } = unpack((await download(client)).content)
    expect(manifest.documents.map(({ name, state }) => [name, state])).toEqual([
      ['Payslips/lost.pdf', 'missing'],
      ['Payslips/kept.pdf', 'included'],
    ])
    expect(files.has('Payslips/lost.pdf')).toBe(false)
    expect(files.has('Payslips/kept.pdf')).toBe(true)
  })

  test('may be none: the summary and the manifest come alone', async () => {
    const client = await makeClient(server.context)
    const { files, manifest } = unpack((await download(client)).content)
    expect(manifest.documents).toEqual([])
    expect([...files.keys()].toSorted()).toEqual(['Application summary.pdf', 'manifest.json'])
  })

  test('leave out what waits for the virus scanner', async () => {
    const client = await makeClient(server.context)
    await makeDocument(server.context, {
      kind: 'payslip',
      ownerId: client.id,
      applicationId: client.applicationId,
      name: 'waiting.pdf',
      virusScan: 'waiting',
    })
    const { files, manifest } = unpack((await download(client)).content)
    expect(manifest.documents.map(({ state }) => state)).toEqual(['not-checked'])
    expect(files.has('Payslips/waiting.pdf')).toBe(false)
  })

  test('are taken on record', async () => {
    const client = await makeClient(server.context)
    await download(client)
    const rows = await auditAbout(server.context, client.applicationId)
    expect(rows.at(-1)).toMatchObject({ action: 'application.downloaded', details: { documents: 0 } })
  })
})

describe('the summary', () => {
  const REASON = 'The statement does not show the account.'

  async function rejectedAndReopened() {
    const reviewed = await makeReviewed(server)
    const { manager, path } = reviewed
    expect((await manager.patch(`${path}/status`, { status: 'rejected', reason: REASON })).status).toBe(200)
    expect((await admin.post(`${path}/reopen`, { reason: 'A mistake of ours.' })).status).toBe(200)
    return reviewed
  }

  test.skipIf(!hasUnzip)(
    'tells staff who decided what, when and why, and each document with its sum',
    async () => {
      const { client } = await rejectedAndReopened()
      const [document] = await keptDocumentsOf(server.context.database.db, client.applicationId)
      const { files } = unpack((await download(client)).content)
      const { spoken } = await readPdf(files.get('Application summary.pdf') ?? Buffer.alloc(0))
      expect(spoken).toMatch(/Rejected\. The statement does not show the account\. \S.*, Wealth Manager/u)
      expect(spoken).toMatch(/Reopened\. A mistake of ours\. \S.*, Admin/u)
      expect(spoken).toMatch(/Made by \S.*, Admin/u)
      if (document) expect(spoken.replaceAll(' ', '')).toContain(document.sha256)
    },
  )

  test('tells clients by whose role, and neither names nor reasons of staff', async () => {
    const { session } = await rejectedAndReopened()
    const { bytes } = await raw(session, `${server.url}/api/account/summary`, { method: 'GET' })
    const { spoken } = await readPdf(bytes)
    expect(spoken).toMatch(/Rejected Wealth Manager .*Reopened Admin/u)
    expect(spoken).not.toContain(REASON)
    expect(spoken).not.toContain('A mistake of ours.')
  })
})
