import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { openDatabase } from '#base/server/db/database.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { environmentOf, runCommandFile } from '#test/support/command.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { backUp } from './back-up.ts'

const CHECK = 'src/app/commands/check-backup.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  folder = makeFolder('onboarding-backup-')
})

async function clientWithFile() {
  const { context } = server
  const answers = completeAnswers('x@test.example')
  const { id, applicationId } = await makeClient(context, { application: { answers } })
  const document = await makeDocument(context, {
    ownerId: id,
    applicationId,
    kind: 'payslip',
    bytes: randomBytes(100_000),
  })
  return { applicationId, documentId: document.id }
}

/** Makes a backup and checks it like an operator. */
async function check(encryptionKeys = server.context.settings.encryptionKeys, more: readonly string[] = []) {
  const { context } = server
  await extendChain(context)
  const backup = path.join(folder, 'backup')
  await backUp({ ...context, store: await createStore(context.settings) }, backup)
  const environment = environmentOf({ dataDir: path.join(folder, 'data'), encryptionKeys })
  const found = await runCommandFile(CHECK, ['--scratch', folder, ...more, backup], environment)
  return { ...found, left: readdirSync(folder) }
}

test('a valid backup: its contents, all of which open, and nothing is left behind', async () => {
  await clientWithFile()
  const { code, output, left } = await check()
  expect([code, output]).toEqual([0, expect.stringMatching(/1 documents opened, all unchanged/u)])
  expect(output).toMatch(/The audit log is intact: [1-9]\d* rows verified/u)
  expect(output).toContain('All encrypted text in it could be decrypted.')
  expect(left).toEqual(['backup'])
}, 120_000)

test('in a given database, as in an image without the embedded one: it is empty again afterwards', async () => {
  await clientWithFile()
  const database = await createTestDatabase({ empty: true })
  const keys = server.context.settings.encryptionKeys
  try {
    const { code, output, left } = await check(keys, ['--database', database.url])
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('All encrypted text in it could be decrypted.'),
    ])
    expect(left).toEqual(['backup'])
    expect(await tablesOf(database.url)).toEqual([])
  } finally {
    await database.drop()
  }
}, 120_000)

test('what checksums do not show: a swapped file, and a text that was moved', async () => {
  const { context } = server
  const [one, other] = [await clientWithFile(), await clientWithFile()]
  await context.database.db.execute(
    sql`update documents set sha256 = repeat('0', 64) where id = ${one.documentId}`,
  )
  await context.database.db.execute(sql`
    update applications set answers = (select answers from applications where id = ${other.applicationId})
    where id = ${one.applicationId}`)
  const { code, output } = await check()
  expect(code).toBe(1)
  expect(output).toContain(
    `CANNOT BE READ: the file of document ${one.documentId}: it is not what was uploaded.`,
  )
  expect(output).toMatch(/CANNOT BE READ: answers: /u)
  expect(output).not.toContain(other.documentId)
}, 120_000)

test('without the keys it names those needed', async () => {
  const { code, output } = await check(randomBytes(32).toString('base64'))
  expect([code, output]).toEqual([1, expect.stringContaining('cannot be read without the key')])
}, 120_000)

test('a database that is not empty is refused and unchanged', async () => {
  const siteUrl = server.context.settings.databaseUrl ?? ''
  const before = await tablesOf(siteUrl)
  const keys = server.context.settings.encryptionKeys
  const { code, output } = await check(keys, ['--database', siteUrl])
  expect([code, output]).toEqual([1, expect.stringContaining('The database is not empty')])
  expect(await tablesOf(siteUrl)).toEqual(before)
}, 120_000)

async function tablesOf(url: string) {
  const database = openDatabase(url, () => undefined)
  try {
    const { rows } = await database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname in ('public', 'pgboss') order by 1",
    )
    return rows.map(({ name }) => name)
  } finally {
    await database.close()
  }
}
