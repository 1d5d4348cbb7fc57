import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import {
  checkImport,
  clientsFile,
  importFile,
  makeImporter,
  openImport,
  proposedMapping,
  sendTable,
} from '#test/support/imports.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const PATH = '/api/admin/imports'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const another = async () => (await makeImporter(server)).session

test('an upload of another admin, and an address of no upload, are refused in the same way', async () => {
  const [one, other] = [await another(), await another()]
  const documentURL = await sendTable(one, clientsFile(1))
  const theirs = await other.post(PATH, { documentURL, fileName: 'clients.csv' })
  const unknown = await other.post(PATH, {
    documentURL: documentURL.replace(/[\da-f]{8}/u, '00000000'),
    fileName: 'clients.csv',
  })
  expect([theirs.status, theirs.body]).toEqual([400, unknown.body])
  expect((await one.post(PATH, { documentURL, fileName: 'clients.csv' })).status).toBe(201)
})

test('a file with a virus is not read, and one that cannot be scanned is not read now', async () => {
  const session = await another()
  const bytes = clientsFile(1)
  const before = (await session.get(PATH)).body
  try {
    for (const [verdict, status] of [
      [{ is: 'infected', virus: 'Eicar-Test-Signature' }, 400],
      [{ is: 'unknown', why: 'It is starting.' }, 503],
    ] as const) {
      const scanned: string[] = []
      const scan = (file: Uint8Array) => {
        scanned.push(Buffer.from(file).toString())
        return Promise.resolve(verdict)
      }
      server.context.scanner = { scanNow: scan, scanPatiently: scan }
      const refused = await openImport(session, bytes)
      expect([refused.status, scanned]).toEqual([status, [bytes]])
    }
  } finally {
    server.context.scanner = null
  }
  expect((await session.get(PATH)).body).toEqual(before)
  const logged = await server.context.database.db.$count(
    auditEvents,
    eq(auditEvents.action, 'import.infected'),
  )
  expect(logged).toBe(1)
})

test('a file of more than 10 MB gets no address to upload it', async () => {
  const { status, text } = await (await another()).post(`${PATH}/upload`, { size: 10 * 1024 * 1024 + 1 })
  expect([status, text]).toEqual([413, expect.stringContaining('larger than 10 MB. Please split it.')])
})

test('an 11th file within an hour is refused', async () => {
  const session = await another()
  const statuses: number[] = []
  for (let file = 0; file < 11; file += 1) statuses.push((await openImport(session, clientsFile(1))).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
})

test.each<[string, (detail: ImportDetail, staffId: string) => object]>([
  ['a field twice', () => ({ columns: ['email', 'email'] })],
  ['a field that does not exist', () => ({ columns: ['email', '__proto__'] })],
  ['a field of staff', () => ({ columns: ['email', 'fullName', 'role'] })],
  ['more columns than a file can have', () => ({ columns: Array.from({ length: 101 }, () => null) })],
  ['a status that is a decision', () => ({ statuses: [{ text: 'x', status: 'approved' }] })],
  ['a default status that is a decision', () => ({ defaultStatus: 'submitted' })],
  ['a manager who is none', (_, staffId) => ({ managers: [{ text: 'x', managerId: staffId }] })],
  ['a default manager who is none', (_, staffId) => ({ defaultManagerId: staffId })],
  ['an unknown property', () => ({ actorId: 'x' })],
])('a forged mapping with %s is refused', async (_, change) => {
  const session = await another()
  const { id: staffId } = await makeUser(server.context, { role: 'admin' })
  const opened = (await openImport(session, clientsFile(1))).body as ImportDetail
  const mapping = { ...proposedMapping(opened), ...change(opened, staffId) }
  expect((await session.put(`${PATH}/${opened.id}/mapping`, mapping)).status).toBe(400)
  expect(((await session.get(`${PATH}/${opened.id}`)).body as ImportDetail).state).toBe('read')
})

test('formulas and markup in names are texts, wherever they come out', async () => {
  const session = await another()
  const name = '=cmd|calc <b>x</b>'
  await importFile(server, session, `Email;Name\nformula@clients.example;${name}\n`)
  const [found] = await server.context.database.db
    .select({ fullName: users.fullName })
    .from(users)
    .where(eq(users.username, 'formula@clients.example'))
  expect(found?.fullName).toBe(name)
  const exported = await session.get('/api/admin/application-export?format=csv&search=formula')
  expect(exported.text).toContain(`'${name}`)
})

test('a cell of the problem file starts no formula, not even after a separator within it', async () => {
  const session = await another()
  const { id } = await checkImport(session, 'Email;Name;Notes\n;x;"a;=1+1,=2+2\t@SUM(1)"\n')
  const { text } = await session.get(`${PATH}/${id}/problems?format=csv`)
  expect(text).not.toMatch(/(?:^|[;,\t])"?[=@+]/mu)
})

test('only wrong cells are repeated, and headers are cut', async () => {
  const session = await another()
  const { id, columns } = await checkImport(
    session,
    `Email;Name;ID No;${'h'.repeat(500)}\nbad;X;8001015009087;x\n`,
  )
  expect(columns[3]?.header).toHaveLength(60)
  const rows = await session.get(`${PATH}/${id}/rows`)
  expect(rows.text).not.toContain('8001015009087')
})
