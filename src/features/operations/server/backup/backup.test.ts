import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extendChain } from '#features/audit/server/log/extend-chain.ts'
import { verifyChain } from '#features/audit/server/log/verify-chain.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'
import { completeAnswers } from '#features/applications/rules/wizard/complete-answers.ts'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeDocument, makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications, documents, sessions, users } from '#features/access/schema/tables.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import { eraseEnded } from '#features/records/server/retention/erase-ended.ts'
import { createDiskStore } from '#base/server/storage/disk-store.ts'
import { createStore } from '#base/server/storage/create-store.ts'
import { environmentOf, runCommandFile, startCommand } from '#test/support/command.ts'
import { makePdf } from '#test/support/files.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/postgres.ts'
import { inOwnTransaction } from '#test/support/own-transaction.ts'
import { makePasskey } from '#test/support/passkeys.ts'
import { makeApiToken } from '#test/support/api-tokens.ts'
import { makeFolder } from '#test/support/quick-folder.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { openHttpSession, type HttpSession } from '#test/support/http.ts'
import { endProcess, startServerProcess } from '#test/support/server-process.ts'
import {
  makePersonWithEncryptedData,
  type PersonWithEncryptedData,
} from '#test/support/person-with-encrypted-data.ts'
import { encryptedValues } from '#test/support/encrypted-values.ts'
import { verify } from '#test/support/signing.ts'
import { raw, upload } from '#test/support/uploads.ts'
import { backUp } from './back-up.ts'
import { readManifest } from './manifest.ts'
import { restore } from './restore.ts'

const BACKUP = 'src/app/commands/backup.ts'
const RESTORE = 'src/app/commands/restore.ts'
const password = 'a quiet harbour wall'
const YEAR_MS = 365.25 * 24 * 3_600_000

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  folder = makeFolder('onboarding-backup-')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function backUpHere(target = path.join(folder, 'backup')) {
  const { context } = server
  return backUp({ ...context, store: await createStore(context.settings) }, target)
}

/** Restores like the command, into a database that must not be opened unless it is named. */
async function restoreHere({
  urls,
  ...changed
}: Partial<Settings> & { dataDir: string; urls?: DatabaseUrls }): Promise<void> {
  const settings = { ...server.context.settings, ...changed }
  const target = {
    settings,
    store: createDiskStore(settings.dataDir),
    openDatabase: () =>
      urls === undefined ? Promise.reject(new Error('It was opened.')) : Promise.resolve(urls),
  }
  await restore(target, path.join(folder, 'backup'))
}

/** A client with a manager, answers, a password and a file. */
async function someClient(name: string) {
  const { context } = server
  const manager = await makeUser(context, { role: 'wealth_manager' })
  await makeFaisDocument(context, { managerId: manager.id })
  const client = await makeClient(context, {
    wealthManagerId: manager.id,
    password,
    application: { answers: { ...completeAnswers('x@test.example'), fullName: name } },
  })
  const ofClient = { applicationId: client.applicationId, ownerId: client.id }
  const bytes = randomBytes(100_000)
  const document = await makeDocument(context, { ...ofClient, kind: 'payslip', bytes })
  return { client, document, bytes }
}

/** Clients who save and upload until they are stopped. */
function keepBusy(clients: readonly HttpSession[]) {
  const load = { goesOn: true, saves: 0 }
  const save = async (client: HttpSession, index: number) => {
    for (let round = 0; load.goesOn; round += 1) {
      const answer = await client.put('/api/application', { fullName: `Client ${index} ${round}` })
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
      load.saves += 1
      if (round % 10 === 0 && round < 30) {
        await upload(client, 'payslip', { bytes: await makePdf(), type: 'application/pdf' })
      }
    }
  }
  const running = Promise.all(clients.map(save))
  return {
    saved: () => load.saves,
    async stop() {
      load.goesOn = false
      await running
    },
  }
}

/** A server on a restored backup, as a process with an embedded database. */
async function startRestored(dataDir: string) {
  return startServerProcess({
    ...environmentOf({ dataDir, encryptionKeys: server.context.settings.encryptionKeys }),
    DEMO: '0',
    PORT: '0',
  })
}

describe('taken while clients save and upload, and restored into an empty folder', () => {
  test('everything is restored: log, files, applications; the server starts and users can sign in', async () => {
    const { context } = server
    const { client, document, bytes } = await someClient('Thandi Mokoena')
    const { token } = await makeApiToken(context)
    await makePasskey(context, client.id)
    await makeWebhook(context)
    await extendChain(context)
    const before = await (await server.as(client.username)).get('/api/application')
    const busyOnes = await Promise.all(
      ['a', 'b'].map(async () => server.as((await makeClient(context)).username)),
    )
    const load = keepBusy(busyOnes)
    await expect.poll(load.saved, { timeout: 20_000 }).toBeGreaterThan(10)
    const savedBefore = load.saved()
    const environment = environmentOf(context.settings)
    const taken = await runCommandFile(BACKUP, [path.join(folder, 'backup')], environment).finally(() =>
      load.stop(),
    )
    expect(load.saved()).toBeGreaterThan(savedBefore)
    expect([taken.code, taken.code === 0 ? '' : taken.output]).toEqual([0, ''])
    const manifest = await readManifest(path.join(folder, 'backup'))
    expect(taken.output).toContain('Anyone with this folder can read names, addresses, incomes and amounts')
    expect(taken.output).toContain(
      `encrypted with the key ${context.keyring.current.id}, which is not in the backup`,
    )
    expect(manifest).toMatchObject({ encryptionKeys: [context.keyring.current.id], missing: [] })

    const dataDir = path.join(folder, 'data')
    const target = environmentOf({ dataDir, encryptionKeys: context.settings.encryptionKeys })
    const restored = await runCommandFile(RESTORE, [path.join(folder, 'backup')], target)
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringMatching(/The audit log is intact: [1-9]\d* rows verified/u),
    ])
    expect(restored.output).toContain(`${manifest.objects.count} files`)
    expect(restored.output).toContain('API tokens revoked: 1.')
    expect(restored.output).toContain('Webhooks paused: 1.')
    expect(restored.output).toContain('Passkeys that sign in again: 1,')

    const { process: restoredServer, url } = await startRestored(dataDir)
    try {
      const program = openHttpSession(url)
      const headers = { authorization: `Bearer ${token}` }
      expect((await program.get('/api/v1/token', headers)).status).toBe(401)
      const session = openHttpSession(url)
      const signedIn = await session.post('/api/login', { username: client.username, password })
      expect(signedIn.status).toBe(200)
      const after = await session.get('/api/application')
      expect(after.body).toEqual(before.body)
      const file = await fetch(new URL(`/objects/uploads/${document.id}`, url), {
        headers: { cookie: [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      expect(file.status).toBe(200)
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
      const saved = await session.put('/api/application', { fullName: 'Thandi Mokoena-Smith' })
      expect(saved.body).toMatchObject({ fullName: 'Thandi Mokoena-Smith' })
    } finally {
      await endProcess(restoredServer, 'SIGTERM')
    }
    const verified = await runCommandFile('src/app/commands/verify-audit.ts', [], target)
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('The audit log is intact')])
  }, 180_000)
})

describe('restored into another PostgreSQL', () => {
  let database: TestDatabase
  let restored: TestServer

  let person: PersonWithEncryptedData
  let ended: { held: string; other: string }
  beforeAll(async () => {
    person = await makePersonWithEncryptedData(server)
    ended = { held: await endedClient(), other: await endedClient() }
    await holdRecords(ended.held)
    await someClient('Pieter van Wyk')
    const gone = await someClient('Removed')
    await (await server.as(gone.client.username)).delete(`/api/documents/${gone.document.id}`)
    await extendChain(server.context)
  })
  afterEach(async () => {
    await restored.close()
    await database.drop()
  })

  test('every file in the database exists and opens, counts match, and all sessions have ended', async () => {
    const manifest = await backUpHere()
    database = await createTestDatabase({ empty: true })
    const dataDir = path.join(folder, 'data')
    const { encryptionKeys } = server.context.settings
    await restoreHere({
      dataDir,
      encryptionKeys,
      urls: { ownerUrl: database.url, url: database.applicationUrl },
    })
    restored = await startTestServer({
      settings: { dataDir, databaseUrl: database.applicationUrl, encryptionKeys },
      database,
    })
    const { context } = restored
    expect(await verifyChain(context)).toMatchObject({ sound: true })
    const { db } = context.database
    const rows = await db.select().from(documents)
    expect(rows).toHaveLength(manifest.objects.count)
    for (const { objectKey, sha256 } of rows) {
      const object = await context.store.get(objectKey)
      const hash = createHash('sha256')
      for await (const chunk of object?.stream ?? []) hash.update(chunk as Buffer)
      expect([objectKey, hash.digest('hex')]).toEqual([objectKey, sha256])
    }
    const encrypted = await encryptedValues(server.context)
    encrypted.delete('idempotency_keys.sealed')
    expect(await encryptedValues(context)).toEqual(encrypted)
    const original = server.context.database.db
    for (const table of [users, documents, applicationSummaries]) {
      expect(await db.$count(table)).toBe(await original.$count(table))
    }
    expect(await db.$count(sessions)).toBe(0)
    expect(await db.$count(auditEvents, eq(auditEvents.action, 'backup.restored'))).toBe(1)
    await expectSignature(restored, person)
    // Triggers and sequences work: a new client is counted, and its audit row has a new number.
    const fresh = await makeClient(context)
    expect((await (await restored.as(fresh.username)).get('/api/application')).status).toBe(200)
    await extendChain(context)
    expect(await verifyChain(context)).toMatchObject({ sound: true })
    expect(await db.$count(applicationSummaries)).toBeGreaterThan(0)
    expect(await db.$count(documents, isNull(documents.removedAt))).toBe(
      await original.$count(documents, isNull(documents.removedAt)),
    )
    await expectHold(restored, ended)
  })
})

/** A client whose relationship has ended now. @returns the id of the application */
async function endedClient(): Promise<string> {
  const { context } = server
  const { applicationId } = await makeClient(context)
  const at = context.now()
  await context.database.db
    .update(applications)
    .set({ status: 'cancelled', statusChangedAt: at, cancelledAt: at })
    .where(eq(applications.id, applicationId))
  return applicationId
}

async function holdRecords(applicationId: string): Promise<void> {
  const { context } = server
  const { id: heldBy } = await makeUser(context, { role: 'admin' })
  const words = encrypt(context.keyring, retentionHolds.words, applicationId, 'Order of court.')
  const hold = { id: applicationId, applicationId, why: 'court', until: '2099-01-01', words } as const
  await context.database.db.insert(retentionHolds).values({ ...hold, heldBy, heldAt: context.now() })
}

/** Five years later, all of the held client remains, and nothing of the other. */
async function expectHold({ context }: TestServer, { held, other }: { held: string; other: string }) {
  const later = new Date(context.now().getTime() + 5.1 * YEAR_MS)
  await eraseEnded({ ...context, now: () => later })
  const left = await context.database.db
    .select({ id: applications.id })
    .from(applications)
    .where(inArray(applications.id, [held, other]))
  expect(left).toEqual([{ id: held }])
}

/** A signature on screen is still valid, and names its signer. */
async function expectSignature(target: TestServer, { username, signedDocumentId }: PersonWithEncryptedData) {
  const session = await target.as(username)
  const { bytes } = await raw(session, `${target.url}/objects/uploads/${signedDocumentId}`)
  const { verdict } = await verify(target, bytes)
  expect(verdict).toMatchObject({ is: 'intact', signature: { version: 1, initials: 'T. N.' } })
  const { body } = await session.get(`/api/documents/${signedDocumentId}/signature`)
  expect(body).toMatchObject({ signature: { seal: 'intact' } })
}

describe('not restored', () => {
  const damage = (file: string) => {
    const target = path.join(folder, 'backup', file)
    const bytes = readFileSync(target)
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
    writeFileSync(target, bytes)
  }

  test.each<[string, () => Promise<void> | void, string]>([
    ['one that was not finished', () => rmSync(path.join(folder, 'backup', 'manifest.json')), 'is missing'],
    [
      'one with a damaged table',
      () => damage('tables/users.copy.gz'),
      'tables/users.copy.gz has changed since it was',
    ],
    [
      'one with a damaged list',
      () => damage('objects.sha256'),
      'objects.sha256 has changed since it was written',
    ],
    [
      'one that lacks a file',
      async () => {
        const [document] = await server.context.database.db.select().from(documents).limit(1)
        const id = document?.objectKey.split('/')[1] ?? ''
        rmSync(path.join(folder, 'backup', 'objects', 'documents', id.slice(-2), id))
      },
      'is missing',
    ],
  ])('%s, and nothing is written', async (_, spoil, message) => {
    await someClient('Spoilt')
    await backUpHere()
    await spoil()
    const dataDir = path.join(folder, 'data')
    await expect(restoreHere({ dataDir })).rejects.toThrow(message)
    expect(filesBelow(dataDir)).toEqual([])
  })

  test('without the keys that it needs', async () => {
    await backUpHere()
    const other = { dataDir: path.join(folder, 'data'), encryptionKeys: randomBytes(32).toString('base64') }
    await expect(restoreHere(other)).rejects.toThrow('cannot be read without the key')
  })

  test('over an existing database or files', async () => {
    await someClient('In the way')
    await backUpHere()
    const { databaseUrl: url = '', dataDir } = server.context.settings
    const target = { dataDir: path.join(folder, 'data'), urls: { ownerUrl: url, url } }
    await expect(restoreHere(target)).rejects.toThrow('The database is not empty')
    expect(filesBelow(target.dataDir)).toEqual([])
    await expect(restoreHere({ dataDir })).rejects.toThrow('already contains files')
  })
})

describe('backups in one folder', () => {
  const takeOne = () => runCommandFile(BACKUP, ['--into', folder], environmentOf(server.context.settings))
  const objectsIn = (generation: string) =>
    new Map(
      filesBelow(path.join(folder, generation, 'objects')).map((file) => [
        path.basename(file),
        statSync(file),
      ]),
    )

  test('store each file once, and each is complete: it restores without the others, and a damaged file is copied again', async () => {
    const { document, bytes } = await someClient('Generations')
    expect((await takeOne()).code).toBe(0)
    const [first = ''] = readdirSync(folder)
    const rotten = [...objectsIn(first).keys()].find((name) => !document.objectKey.endsWith(name)) ?? ''
    const rottenFile = filesBelow(path.join(folder, first)).find((file) => file.endsWith(rotten)) ?? ''
    writeFileSync(rottenFile, 'rotten')
    await someClient('Later')
    expect((await takeOne()).code).toBe(0)

    const [, second = ''] = readdirSync(folder).toSorted()
    const [before, after] = [objectsIn(first), objectsIn(second)]
    const shared = [...after].filter(([name, { ino }]) => before.get(name)?.ino === ino).map(([name]) => name)
    expect(shared).toHaveLength(before.size - 1)
    expect(shared).not.toContain(rotten)
    expect(after.size).toBe(before.size + 2)

    rmSync(path.join(folder, first), { recursive: true })
    const dataDir = path.join(folder, 'restored')
    const database = await createTestDatabase({ empty: true })
    const settings = { ...environmentOf({ ...server.context.settings, dataDir }), DATABASE_URL: database.url }
    const restored = await runCommandFile(RESTORE, [path.join(folder, second)], settings)
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('The audit log is intact')])
    expect(bytes.length).toBe(100_000)
    await database.drop()
  }, 120_000)
})

describe('a backup in progress', () => {
  test('is readable by its owner only, and needs an empty folder', async () => {
    await someClient('Private')
    const target = path.join(folder, 'backup')
    await backUpHere(target)
    const modes = new Set(filesBelow(target).map((file) => (statSync(file).mode & 0o777).toString(8)))
    expect([...modes]).toEqual(['600'])
    await expect(backUpHere(target)).rejects.toThrow('is not empty')
  })

  test('and killed in the middle is never complete', async () => {
    await someClient('Killed')
    const target = path.join(folder, 'backup')
    // It waits for a lock on the last table.
    await inOwnTransaction(server.context.database.pool, async (holder) => {
      await holder.query('lock table users in access exclusive mode')
      const command = startCommand(BACKUP, [target], environmentOf(server.context.settings))
      await expect.poll(() => filesBelow(target).length, { timeout: 40_000 }).toBeGreaterThan(3)
      command.process.kill('SIGKILL')
      await command.outcome
    })
    await expect(readManifest(target)).rejects.toThrow('does not contain a complete backup')
  }, 60_000)

  test('lists files that the store has lost, backs up the rest, and reports it', async () => {
    const { document } = await someClient('Lost')
    await server.context.store.remove(document.objectKey)
    expect((await backUpHere()).missing).toContainEqual({
      documentId: document.id,
      key: document.objectKey,
    })
  })
})

function filesBelow(target: string): string[] {
  if (!existsSync(target)) return []
  return readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
