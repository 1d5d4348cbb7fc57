import { randomBytes } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportDetail, ImportRow } from '#features/imports/api/import-shapes.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { environmentOf } from '#test/support/command.ts'
import { addressOf, damaged, fileA } from '#test/support/file-a.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import {
  IMPORTER_PASSWORD,
  makeImporter,
  openImport,
  proposedMapping,
  startImport,
} from '#test/support/imports.ts'
import { makeWorkbook, rowOf, textCell } from '#test/support/make-workbook.ts'
import { writeNote } from '#test/support/notes.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { commandOf, memoryOf, processTree } from '#test/support/process-tree.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const PATH = '/api/admin/imports'
const CREATED = damaged.good + damaged.zeroLost
/** The servers are killed once so many clients are created. */
const [FIRST_KILL, SECOND_KILL] = [2000, 4000]
const MB = 1024 * 1024

let beside: TestServer
let database: TestDatabase
let importer: HttpSession
const nodes: Node[] = []

/** One of two servers on the same database, with a session of the same admin. */
interface Node {
  process: ServerProcess
  admin: HttpSession
}

async function startNode(environment: Record<string, string>): Promise<Node> {
  const process = await startServerProcess(environment)
  const admin = openHttpSession(process.url, { 'x-forwarded-for': '192.0.2.1' })
  for (const [name, value] of importer.cookies) admin.cookies.set(name, value)
  return { process, admin }
}

/** SIGKILL for the parent and each worker at once, so that none can react. */
function kill({ process: { process: server } }: Node): void {
  for (const pid of processTree(server.pid ?? 0)) process.kill(pid, 'SIGKILL')
}

const environment = () => ({
  ...environmentOf(beside.context.settings),
  DATABASE_OWNER_URL: database.url,
  PORT: '0',
  DEMO: '0',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'warn',
})

// Each test, also one that is repeated, has a database and two servers of its own.
beforeEach(async () => {
  const encryptionKeys = randomBytes(32).toString('base64')
  database = await createTestDatabase()
  beside = await startTestServer({ database, settings: { encryptionKeys } })
  importer = (await makeImporter(beside)).session
  for (let count = 0; count < damaged.existing; count += 1) {
    await makeClient(beside.context, { username: addressOf('existing', count) })
  }
  nodes.push(await startNode(environment()), await startNode(environment()))
}, 60_000)
afterEach(async () => {
  for (const node of nodes.splice(0)) if (node.process.process.exitCode === null) kill(node)
  await beside.close()
})

const at = (index: 0 | 1): Node => {
  const node = nodes[index]
  if (node === undefined) throw new Error('There is no such server.')
  return node
}
const detailAt = async ({ admin }: Node, id: string) =>
  (await admin.get(`${PATH}/${id}`)).body as ImportDetail
const createdAt = async (node: Node, id: string) => (await detailAt(node, id)).outcomes.created ?? 0

/** Waits until a server shows that so many clients were created. */
const untilCreated = async (node: Node, id: string, count: number) =>
  await expect
    .poll(() => createdAt(node, id), { interval: 20, timeout: 60_000 })
    .toBeGreaterThanOrEqual(count)

/** How many rows have a verdict, by their first problem. */
async function codesOf(id: string, verdict: string): Promise<Record<string, number>> {
  const { rows } = await beside.context.database.db.execute<{ code: string; rows: number }>(sql`
    select problems->0->>'code' as code, count(*)::int as rows from import_rows
    where import_id = ${id} and verdict = ${verdict} group by 1`)
  return Object.fromEntries(rows.map(({ code, rows: count }) => [code, count]))
}

/** Clients, accounts, audit rows and mails, whatever the servers say. */
async function stored(id: string): Promise<Record<string, number> | undefined> {
  const { rows } = await beside.context.database.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from imported_applications where import_id = ${id}) as clients,
      (select count(distinct user_id)::int from import_rows where import_id = ${id}) as accounts,
      (select count(*)::int from audit_events
        where action = 'application.imported' and details->>'importId' = ${id}) as logged,
      (select count(*)::int from mail_outbox) as mails`)
  return rows[0]
}

async function checkFileA(): Promise<ImportDetail> {
  const { admin } = at(0)
  const opened = await openImport(admin, await fileA(), 'clients.xlsx')
  expect([opened.status, opened.status === 201 ? '' : opened.text]).toEqual([201, ''])
  const detail = opened.body as ImportDetail
  return (await admin.put(`${PATH}/${detail.id}/mapping`, proposedMapping(detail))).body as ImportDetail
}

test(
  '10,000 rows, two servers: exact preview, kills at row 4,000, and an undo',
  { timeout: 300_000 },
  async () => {
    const checked = await checkFileA()
    const { id } = checked
    const errors = damaged.repeated + damaged.shortened + damaged.noDay
    expect(checked).toMatchObject({
      total: 10_000,
      figures: { create: damaged.good, warning: damaged.zeroLost, skip: damaged.existing, error: errors },
      byStatus: [{ label: 'Onboarded', rows: CREATED }],
    })
    expect([await codesOf(id, 'warning'), await codesOf(id, 'skip'), await codesOf(id, 'error')]).toEqual([
      { 'zeros-restored': damaged.zeroLost },
      { exists: damaged.existing },
      {
        'email-repeated': damaged.repeated,
        'id-number-shortened': damaged.shortened,
        'day-invalid': damaged.noDay,
      },
    ])

    // Started on the first server, which dies; the second continues, and dies as well.
    expect((await startImport(at(0).admin, checked)).status).toBe(200)
    await untilCreated(at(0), id, FIRST_KILL)
    const seen = await createdAt(at(0), id)
    const other = await detailAt(at(1), id)
    expect([other.state, (other.outcomes.created ?? 0) >= seen]).toEqual(['running', true])
    kill(at(0))
    await untilCreated(at(1), id, SECOND_KILL)
    kill(at(1))
    const left = await stored(id)
    expect(left?.['clients']).toBeGreaterThanOrEqual(SECOND_KILL)
    expect(left?.['clients']).toBeLessThan(CREATED)
    expect(left).toMatchObject({ accounts: left?.['clients'], logged: left?.['clients'] })

    nodes.splice(0, 2, await startNode(environment()), await startNode(environment()))
    await expect.poll(async () => (await detailAt(at(1), id)).state, { timeout: 120_000 }).toBe('done')
    const pages = [await detailAt(at(0), id), await detailAt(at(1), id)]
    expect(pages[0]).toEqual(pages[1])
    expect(pages[0]?.outcomes).toEqual({ created: CREATED })
    expect(await stored(id)).toEqual({ clients: CREATED, accounts: CREATED, logged: CREATED, mails: 0 })

    await undoAfterUse(id)
  },
)

/** Three have signed in, and there is a note about one. */
async function undoAfterUse(id: string): Promise<void> {
  const { db } = beside.context.database
  const used = [10, 4001, 9000].map((number) => addressOf('client', number))
  await db.update(users).set({ invited: false, passwordHash: 'x' }).where(inArray(users.username, used))
  const noted = addressOf('client', 5000)
  const [found] = await db
    .select({ id: applications.id })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(eq(users.username, noted))
  expect((await writeNote(at(0).admin, `/api/admin/applications/${found?.id}`)).status).toBeLessThan(300)
  await at(0).admin.post(`${PATH}/${id}/undo`, { password: IMPORTER_PASSWORD })
  await expect.poll(async () => (await detailAt(at(1), id)).state, { timeout: 120_000 }).toBe('undone')
  expect(await detailAt(at(0), id)).toMatchObject({
    outcomes: { undone: CREATED - 4, created: 4 },
    retained: { other: 4 },
  })
  const { body } = await at(0).admin.get(`${PATH}/${id}/rows?retained=1`)
  expect((body as ImportRow[]).map(({ email }) => email).toSorted()).toEqual([...used, noted].toSorted())
  expect(await stored(id)).toMatchObject({ clients: 4, accounts: 4, mails: 0 })
}

test('a small file with a cell far out is refused within a second, and takes no memory of the server', async () => {
  const far = await makeWorkbook({ rows: rowOf(textCell('x', 'XFD1048576')) })
  expect(far.length).toBeLessThan(2048)
  const { admin, process: node } = at(0)
  // The program that reads files runs already, as after any other upload.
  expect((await openImport(admin, 'Email;Name\na@file-a.example;A\n')).status).toBe(201)
  const ofServer = () =>
    processTree(node.process.pid ?? 0).filter((pid) => !commandOf(pid).includes('reader'))
  const before = memoryOf(ofServer())
  expect(before).toBeGreaterThan(50 * MB)
  const begun = performance.now()
  const refused = await openImport(admin, far)
  const took = performance.now() - begun
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('XFD')])
  expect(took).toBeLessThan(10_000)
  // The row's 16,384 columns and a million rows would need gigabytes.
  expect((memoryOf(ofServer()) - before) / MB).toBeLessThan(64)
})
