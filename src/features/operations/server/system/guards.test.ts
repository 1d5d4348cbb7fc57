import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { checkChain } from '#features/audit/server/log/check-chain.ts'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { backUp } from '#features/operations/server/backup/back-up.ts'
import { createVirusScanner } from '#base/server/virus-scan/scanner.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { auditLogCheck } from './checks/audit-log.ts'
import { backupCheck } from './checks/backup.ts'
import { queueChecks } from './checks/queues.ts'

/* A stopped check must not look like one without findings: each has a figure that gets worse while it does not run. */
const MINUTE_MS = 60_000

let server: TestServer
afterEach(() => server.close())

const minutesLater = (minutes: number) => ({
  ...server.context,
  now: () => new Date(Date.now() + minutes * MINUTE_MS),
})

const append = () =>
  server.context.database.pool.query(
    "insert into audit_events (at, action, success, details) values (now(), 'session.signed-out', true, '{}')",
  )

const queueCheck = (name: string) => {
  const check = queueChecks.find((one) => one.name === name)
  if (check === undefined) throw new Error(`There is no ${name}.`)
  return check
}

test.each([
  [2, 'healthy'],
  [4, 'degraded'],
  [16, 'failing'],
] as const)(
  'a row of the audit log that has waited %i minutes for the chain is %s',
  async (minutes, health) => {
    server = await startTestServer()
    await append()
    await checkChain(minutesLater(minutes), 'newest')
    expect(await auditLogCheck.run(minutesLater(minutes))).toMatchObject({ health })
    await extendChain(server.context)
    const { figures } = await auditLogCheck.run(minutesLater(minutes))
    expect(figures).toContainEqual({ label: 'Oldest unchained row', value: 'None' })
  },
)

test('a row with a timestamp before its commit has waited since the last complete run', async () => {
  server = await startTestServer()
  await extendChain(minutesLater(5))
  await append()
  const { figures } = await auditLogCheck.run(minutesLater(6))
  expect(figures).toContainEqual({ label: 'Oldest unchained row', value: 'For 1 min' })
})

test('an unchecked log needs attention, whatever the last check found', async () => {
  server = await startTestServer()
  await checkChain(server.context, 'newest')
  expect(await auditLogCheck.run(minutesLater(14))).toMatchObject({ health: 'healthy' })
  expect(await auditLogCheck.run(minutesLater(16))).toMatchObject({ health: 'degraded' })
})

test('a server that stores no anchors needs attention, although the log is chained and valid', async () => {
  server = await startTestServer()
  await append()
  await extendChain(server.context)
  await checkChain(minutesLater(16), 'newest')
  expect(await auditLogCheck.run(minutesLater(16))).toMatchObject({ health: 'healthy' })
  const other = await startTestServer()
  const { dataDir } = other.context.settings
  const elsewhere = { ...minutesLater(16), settings: { ...server.context.settings, dataDir } }
  expect(await auditLogCheck.run(elsewhere)).toMatchObject({ health: 'degraded' })
  await other.close()
})

test('files that wait for a scanner that does not answer need attention', async () => {
  server = await startTestServer()
  const client = await makeClient(server.context)
  await makeDocument(server.context, {
    kind: 'payslip',
    ownerId: client.id,
    applicationId: client.applicationId,
  })
  const check = queueCheck('virus-scan')
  expect(await check.run(server.context)).toMatchObject({
    health: 'healthy',
    summary: 'Files are not scanned',
  })
  const { pool } = server.context.database
  await pool.query("update documents set virus_scan = 'waiting', uploaded_at = now() - interval '40 minutes'")
  expect(await check.run(server.context)).toMatchObject({ health: 'degraded', summary: '1 file queued' })
})

test('a virus scanner that does not answer needs attention before any file waits', async () => {
  server = await startTestServer()
  const scanner = createVirusScanner({ clamdUrl: new URL('tcp://127.0.0.1:9') })
  expect(await queueCheck('virus-scan').run({ ...server.context, scanner })).toMatchObject({
    health: 'degraded',
    summary: 'The scanner does not answer',
  })
})

test('a backup that is two days old needs attention, until the next one', async () => {
  server = await startTestServer()
  const hoursLater = (hours: number) => backupCheck.run(minutesLater(hours * 60))
  const backup = async (context: typeof server.context) => {
    const folder = makeFolder('onboarding-backup-')
    await backUp({ ...context, store: await createStore(context.settings) }, folder)
    rmSync(folder, { recursive: true })
  }
  await backup(server.context)
  expect(await hoursLater(47)).toMatchObject({ health: 'healthy', summary: expect.stringContaining('1 d 2') })
  expect(await hoursLater(48.1)).toMatchObject({ health: 'degraded', summary: 'Last taken 2 d 0 h ago' })
  await backup(minutesLater(48 * 60))
  expect(await hoursLater(49)).toMatchObject({ health: 'healthy', summary: 'Last taken 1 h 0 min ago' })
})
