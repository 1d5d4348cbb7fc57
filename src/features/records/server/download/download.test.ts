import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, type MadeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { storedDocumentsOf } from '#features/documents/server/queries.ts'
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
  // The manifest is what this test checks.
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
  test('are as uploaded, in a folder for each kind, with their sums', async () => {
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

  test('have their original names where these are safe, and never leave their folder', async () => {
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

  test('do not stop at an object missing in the store: the manifest lists it', async () => {
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

  test('may be none: then there are only the summary and the manifest', async () => {
    const client = await makeClient(server.context)
    const { files, manifest } = unpack((await download(client)).content)
    expect(manifest.documents).toEqual([])
    expect([...files.keys()].toSorted()).toEqual(['Application summary.pdf', 'manifest.json'])
  })

  test('exclude files that wait for the virus scanner', async () => {
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

  test('are recorded as downloaded', async () => {
    const client = await makeClient(server.context)
    await download(client)
    const rows = await auditAbout(server.context, client.applicationId)
    expect(rows.at(-1)).toMatchObject({ action: 'application.downloaded', details: { documents: 0 } })
  })
})

describe('the documents of several applications', () => {
  const ARCHIVE = '/api/admin/application-archive'
  const OWN_ARCHIVE = '/api/wealth-manager/application-archive'
  const MISSING = '0198c0de-0000-7000-8000-000000000000'

  interface AllManifest {
    applications: { applicationId: string; folder: string; documents: number; incomplete: unknown[] }[]
    notFound: string[]
  }

  const take = (ids: readonly string[], session = admin, archive = ARCHIVE) =>
    raw(session, `${server.url}${archive}?ids=${ids.join(',')}`, { method: 'GET' })

  const clientCalled = (fullName: string, more: { wealthManagerId?: string } = {}) =>
    makeClient(server.context, {
      ...more,
      fullName,
      application: { status: 'submitted', answers: { fullName } },
    })

  async function unpackAll(ids: readonly string[]) {
    const { status, bytes, headers } = await take(ids)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    const files = unzip(bytes)
    // The manifest is what this test checks.
    return { files, manifest: JSON.parse(String(files.get('manifest.json'))) as AllManifest, headers }
  }

  const takenOf = async ({ applicationId }: MadeClient) =>
    (await auditAbout(server.context, applicationId)).filter(
      ({ action }) => action === 'application.downloaded',
    )

  test.skipIf(!hasUnzip)(
    'are in a folder for each, as in single downloads, and each is recorded',
    async () => {
      const [one, other] = [await clientCalled('Asanda Archive'), await clientCalled('../Evil: Namesake')]
      await documentOf(one, 'March.pdf')
      await documentOf(other, 'March.pdf')
      const { files, manifest, headers } = await unpackAll(
        [other, one, other].map((each) => each.applicationId),
      )
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="applications-\d{4}-\d\d-\d\d\.zip"$/u,
      )
      expect(manifest.applications.map(({ applicationId }) => applicationId)).toEqual([
        other.applicationId,
        one.applicationId,
      ])
      for (const { applicationId, folder, documents, incomplete } of manifest.applications) {
        expect([folder, documents, incomplete]).toEqual([
          expect.stringMatching(/^[A-Z]+-\w{4}-\d\d [^/\\:]+$/u),
          1,
          [],
        ])
        const single = unpack((await download({ applicationId })).content)
        const inFolder = [...files.keys()].filter((name) => name.startsWith(`${folder}/`))
        expect(inFolder.toSorted()).toEqual(
          [...single.files.keys()].map((name) => `${folder}/${name}`).toSorted(),
        )
        const payslip = files.get(`${folder}/Payslips/March.pdf`) ?? Buffer.alloc(0)
        expect(sha256(payslip)).toBe(single.manifest.documents[0]?.sha256)
      }
      expect(manifest.applications[1]?.folder).toContain('Asanda Archive')
      for (const each of [one, other]) expect(await takenOf(each)).toHaveLength(2)
    },
  )

  test.skipIf(!hasUnzip)('list what is missing: an object in the store, an application', async () => {
    const [one, other] = [await clientCalled('Lost Lerato'), await clientCalled('Kept Kagiso')]
    const lost = await documentOf(one, 'lost.pdf')
    await documentOf(other, 'kept.pdf')
    await server.context.store.remove(lost.objectKey)
    const { files, manifest } = await unpackAll([one.applicationId, MISSING, other.applicationId])
    expect(manifest.notFound).toEqual([MISSING])
    expect(manifest.applications.map(({ incomplete }) => incomplete)).toEqual([
      [{ name: 'Payslips/lost.pdf', state: 'missing' }],
      [],
    ])
    expect([...files.keys()].some((name) => name.endsWith('kept.pdf'))).toBe(true)
    expect([...files.keys()].some((name) => name.endsWith('lost.pdf'))).toBe(false)
  })

  test.skipIf(!hasUnzip)('are only those of own clients for a manager, whatever ids are sent', async () => {
    const manager = await makeUser(server.context, { role: 'wealth_manager' })
    const session = await server.as(manager.username)
    const own = await clientCalled('Own Onalenna', { wealthManagerId: manager.id })
    const foreign = await clientCalled('Foreign Fikile')
    // Neither size nor name of other managers' documents count.
    const { id } = await documentOf(foreign, 'Foreign.pdf')
    await server.context.database.pool.query('update documents set bytes = 1200000000 where id = $1', [id])
    await documentOf(own, 'Own.pdf')
    const named = [foreign.applicationId, own.applicationId, MISSING]
    const { status, bytes } = await take(named, session, OWN_ARCHIVE)
    expect(status).toBe(200)
    const files = unzip(bytes)
    // The manifest is what this test checks.
    const manifest = JSON.parse(String(files.get('manifest.json'))) as AllManifest
    expect(manifest.applications.map(({ applicationId }) => applicationId)).toEqual([own.applicationId])
    expect(manifest.notFound).toEqual([foreign.applicationId, MISSING])
    expect([...files.keys()].filter((name) => name.endsWith('.pdf') && name.includes('Foreign'))).toEqual([])
    expect([(await takenOf(own)).length, await takenOf(foreign)]).toEqual([1, []])
    const [theirs, nonexistent] = [
      await take([foreign.applicationId], session, OWN_ARCHIVE),
      await take([MISSING], session, OWN_ARCHIVE),
    ]
    expect([theirs.status, theirs.bytes]).toEqual([404, nonexistent.bytes])
  })

  test('are for reviewers, each by their own call, if one of them exists', async () => {
    const client = await clientCalled('Reach Refilwe')
    expect((await take([MISSING])).status).toBe(404)
    for (const role of ['wealth_manager', 'client', 'system_administrator'] as const) {
      const { username } = await makeUser(server.context, { role })
      const session = await server.as(username)
      expect((await take([client.applicationId], session)).status).toBe(403)
      const own = await take([client.applicationId], session, OWN_ARCHIVE)
      expect([role, own.status]).toEqual([role, role === 'wealth_manager' ? 404 : 403])
    }
    expect((await take([client.applicationId], admin, OWN_ARCHIVE)).status).toBe(403)
    expect(await takenOf(client)).toEqual([])
  })

  test('are refused with a message where they are too many, or too large for one file', async () => {
    const some = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
    const tooMany = await take(some(51))
    expect([tooMany.status, tooMany.bytes.toString()]).toEqual([
      400,
      expect.stringContaining('Please choose at most 50 applications at a time to download their documents.'),
    ])
    expect((await take(some(50))).status).toBe(404)
    const client = await clientCalled('Large Langa')
    for (const name of ['a.pdf', 'b.pdf']) {
      const { id } = await documentOf(client, name)
      await server.context.database.pool.query('update documents set bytes = 600000000 where id = $1', [id])
    }
    const tooLarge = await take([client.applicationId])
    expect([tooLarge.status, tooLarge.bytes.toString()]).toEqual([
      400,
      expect.stringMatching(/These documents come to 1.200 MB, and one file can hold 1.000 MB\./u),
    ])
    expect(await takenOf(client)).toEqual([])
  })

  test.each(['', '?ids=', '?ids=x', `?ids=${MISSING},`, `?ids=${MISSING}&managerId=x`])(
    'cannot be requested by "%s"',
    async (query) => {
      expect((await admin.get(`${ARCHIVE}${query}`)).status).toBe(400)
    },
  )

  test('can be downloaded thirty times an hour', async () => {
    const session = await server.as((await makeUser(server.context, { role: 'admin' })).username)
    const statuses: number[] = []
    for (let times = 0; times < 31; times += 1) statuses.push((await take([MISSING], session)).status)
    expect([statuses.indexOf(429), statuses.filter((status) => status === 404).length]).toEqual([30, 30])
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
    'shows staff who decided what, when and why, and each document with its sum',
    async () => {
      const { client } = await rejectedAndReopened()
      const [document] = await storedDocumentsOf(server.context.database.db, client.applicationId)
      const { files } = unpack((await download(client)).content)
      const { spoken } = await readPdf(files.get('Application summary.pdf') ?? Buffer.alloc(0))
      expect(spoken).toMatch(/Rejected\. The statement does not show the account\. \S.*, Wealth Manager/u)
      expect(spoken).toMatch(/Reopened\. A mistake of ours\. \S.*, Admin/u)
      expect(spoken).toMatch(/downloaded by \S.*, Admin/u)
      if (document) expect(spoken.replaceAll(' ', '')).toContain(document.sha256)
    },
  )

  test('shows clients the role of the decider, and neither names nor reasons of staff', async () => {
    const { session } = await rejectedAndReopened()
    const { bytes } = await raw(session, `${server.url}/api/account/summary`, { method: 'GET' })
    const { spoken } = await readPdf(bytes)
    expect(spoken).toMatch(/Rejected Wealth Manager .*Reopened Admin/u)
    expect(spoken).not.toContain(REASON)
    expect(spoken).not.toContain('A mistake of ours.')
  })
})
