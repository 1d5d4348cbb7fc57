import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Settings } from '#base/server/config/settings.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { createTestBucket } from '#test/support/s3.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { raw } from '#test/support/uploads.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

let folder = ''
beforeEach(() => {
  folder = makeFolder('onboarding-stores-')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Backs a server up, and starts another one from the backup. */
async function moveTo(server: TestServer, name: string, s3: Settings['s3']): Promise<TestServer> {
  const { context } = server
  const backup = path.join(folder, `${name}-backup`)
  await backUp({ ...context, store: await createStore(context.settings) }, backup)
  const database = await createTestDatabase({ empty: true })
  const { encryptionKeys } = context.settings
  const settings = { ...context.settings, encryptionKeys, s3, dataDir: path.join(folder, name) }
  const urls = { ownerUrl: database.url, url: database.applicationUrl }
  const store = await createStore(settings)
  const target = { settings, store, openDatabase: () => Promise.resolve(urls) }
  await restore(target, backup)
  expect(await store.isEmpty()).toBe(false)
  await expect(restore(target, backup)).rejects.toThrow('already contains files')
  const { dataDir } = settings
  return startTestServer({ database, settings: { encryptionKeys, s3, dataDir, databaseUrl: urls.url } })
}

test('from a disk to a bucket and back: every file opens', async () => {
  const bucket = await createTestBucket()
  const onDisk = await startTestServer({ settings: { s3: undefined } })
  const client = await makeClient(onDisk.context)
  const ofClient = { applicationId: client.applicationId, ownerId: client.id }
  const bytes = Buffer.alloc(300_000, 'payslip ')
  const { id } = await makeDocument(onDisk.context, { ...ofClient, kind: 'payslip', bytes })
  const inBucket = await moveTo(onDisk, 'bucket', bucket.settings)
  const backOnDisk = await moveTo(inBucket, 'disk', undefined)
  for (const server of [inBucket, backOnDisk]) {
    const session = await server.as(client.username)
    const file = await raw(session, new URL(`/objects/uploads/${id}`, server.url).href)
    expect([file.status, file.bytes.equals(bytes)]).toEqual([200, true])
  }
  for (const server of [onDisk, inBucket, backOnDisk]) await server.close()
  await bucket.drop()
}, 120_000)
