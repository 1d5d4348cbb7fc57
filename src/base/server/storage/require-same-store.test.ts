import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument } from '#app/demo/factories/documents.ts'
import { storeIdentity } from '#base/server/db/node-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { endProcess, startServerProcess, type ServerProcess } from '#test/support/server-process.ts'
import { createDiskStore } from './disk-store.ts'
import { IDENTITY_KEY } from './object-key.ts'
import { describeMismatch, requireSameStore } from './require-same-store.ts'

const folder = makeFolder('onboarding-same-store-')
let server: TestServer
beforeEach(async () => {
  // On the disk also where tests use buckets: require-same-store.s3.test.ts is about these.
  server = await startTestServer({ settings: { s3: undefined } })
})
afterEach(() => server.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server's site with its own folder, or another one. */
function siteWith(dataDir = server.context.settings.dataDir) {
  const { database } = server.context
  return { settings: { s3: undefined, dataDir }, database, rawStore: createDiskStore(dataDir) }
}

const start = (site: ReturnType<typeof siteWith>) => {
  const { log, now } = server.context
  return requireSameStore(site, log, now())
}
const newFolder = () => path.join(folder, randomBytes(6).toString('hex'))
const identities = () => server.context.database.db.select({ id: storeIdentity.id }).from(storeIdentity)

async function addDocument() {
  const { context } = server
  const { id: ownerId, applicationId } = await makeClient(context)
  return makeDocument(context, { ownerId, applicationId, kind: 'payslip' })
}

test('the first start writes the identity; later ones and a moved folder with it pass', async () => {
  expect(await describeMismatch(siteWith())).toBeNull()
  await start(siteWith())
  const written = await identities()
  await addDocument()
  await start(siteWith())
  const moved = newFolder()
  cpSync(server.context.settings.dataDir, moved, { recursive: true })
  await start(siteWith(moved))
  expect([written.length, await identities()]).toEqual([1, written])
  expect(await siteWith().rawStore.isEmpty()).toBe(false)
})

test('a store with the files of a site from before gets its identity', async () => {
  await addDocument()
  const removed = await addDocument()
  await siteWith().rawStore.remove(removed.objectKey)
  await start(siteWith())
  expect(await describeMismatch(siteWith())).toBeNull()
})

test('an empty folder is refused where the database has documents, and writes nothing', async () => {
  await addDocument()
  const empty = siteWith(newFolder())
  await expect(start(empty)).rejects.toThrow(
    /^DATA_DIR: the folder \S+ does not hold the files of this site/u,
  )
  expect([await identities(), await empty.rawStore.get(IDENTITY_KEY)]).toEqual([[], null])
})

test('of two servers that start at once with folders of their own, one is refused', async () => {
  const results = await Promise.allSettled([start(siteWith(newFolder())), start(siteWith(newFolder()))])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('the folder of another site is refused, also by a new database', async () => {
  await start(siteWith())
  const other = await startTestServer({ settings: { s3: undefined } })
  const theirs = { ...siteWith(other.context.settings.dataDir), database: other.context.database }
  await start(theirs)
  await expect(start(siteWith(theirs.settings.dataDir))).rejects.toThrow('holds the files of another site')
  await addDocument()
  await other.context.database.db.delete(storeIdentity)
  await expect(start({ ...siteWith(), database: other.context.database })).rejects.toThrow(
    'holds the files of another site',
  )
  await other.close()
})

test('a database of an earlier time adopts the identity of its store', async () => {
  await addDocument()
  await start(siteWith())
  const before = await identities()
  await server.context.database.db.delete(storeIdentity)
  await start(siteWith())
  expect(await identities()).toEqual(before)
})

test('the identity can be written by hand, as the message says', async () => {
  await start(siteWith())
  const target = siteWith(newFolder())
  const message = (await describeMismatch(target)) ?? ''
  const [, id = ''] = /write it: (\S+)$/u.exec(message) ?? []
  await target.rawStore.put(IDENTITY_KEY, Readable.from([Buffer.from(`${id}\n`)]), {
    maxBytes: 100,
    contentType: 'text/plain',
  })
  await start(target)
})

test('a store that does not answer stops no start', async () => {
  const site = siteWith()
  const down = () => Promise.reject(new DomainError('unavailable', 'We can’t open files right now.'))
  await start({ ...site, rawStore: { ...site.rawStore, get: down } })
  expect(await identities()).toEqual([])
  await start(site)
})

test('two real servers on one database: the one with another folder ends, naming the variable', async () => {
  const database = await createTestDatabase()
  const environment = {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'warn',
  }
  const running: ServerProcess[] = []
  const run = async (dataDir: string) => {
    const variables = { ...environment, DATA_DIR: dataDir }
    running.push(await startServerProcess(variables, undefined, 'src/app/server/main.ts'))
  }
  const shared = newFolder()
  try {
    await run(shared)
    await run(shared)
    await expect(run(newFolder())).rejects.toThrow(/DATA_DIR: the folder \S+ does not hold the files/u)
  } finally {
    for (const { process } of running) await endProcess(process, 'SIGTERM')
    await database.drop()
  }
})
