import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeClient } from '#app/demo/factories/applications.ts'
import { makeFaisDocument } from '#app/demo/factories/documents.ts'
import { makeUser } from '#app/demo/factories/users.ts'
import { documents } from '#features/access/schema/tables.ts'
import { unattachedObjects, uploads } from '#features/documents/schema/uploads.ts'
import { changeSettings } from '#test/support/change-settings.ts'
import { makePdf } from '#test/support/files.ts'
import type { HttpSession } from '#test/support/http.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { idIn, raw, register, requestAddress, send, storedKeys, upload } from '#test/support/uploads.ts'
import { deleteOrphanedObjects } from './delete-orphaned-objects.ts'
import { attachObject, storeUnattached } from './orphaned-files.ts'

const HOUR_MS = 3_600_000
/** A bucket checks the age of signatures by its own clock. */
const START = new Date()

let server: TestServer
let client: Awaited<ReturnType<typeof makeClient>>
let session: HttpSession
const later = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)

beforeEach(async () => {
  server = await startTestServer({ now: () => START })
  client = await makeClient(server.context)
  session = await server.as(client.username)
})
afterEach(() => server.close())

async function pdf() {
  return { bytes: await makePdf(), type: 'application/pdf' as const }
}

test('unregistered uploads are deleted with their address, an hour after it expired', async () => {
  const address = await requestAddress(session, { purpose: 'payslip' })
  await send(session, address, await pdf())
  expect(await deleteOrphanedObjects(server.context, later(1.25))).toEqual({
    uploads: 0,
    unattached: 0,
    removed: 0,
  })
  expect(await storedKeys(server)).toHaveLength(1)
  expect((await deleteOrphanedObjects(server.context, later(1.251))).uploads).toBe(1)
  expect(await storedKeys(server)).toEqual([])
  expect((await register(session, 'payslip', address)).status).toBe(404)
})

test('objects that a crash left between store and database are deleted after a week', async () => {
  const { db } = server.context.database
  await storeUnattached(server.context, {
    bytes: await makePdf(),
    contentType: 'application/pdf',
    now: START,
  })
  // A crash before the first byte: recorded, but never written.
  await db
    .insert(unattachedObjects)
    .values({ key: 'documents/0192f0c0-0000-7000-8000-000000000000', createdAt: START })
  expect((await deleteOrphanedObjects(server.context, later(7 * 24))).unattached).toBe(0)
  expect((await deleteOrphanedObjects(server.context, later(7 * 24 + 1))).unattached).toBe(2)
  expect(await storedKeys(server)).toEqual([])
  expect(await db.select().from(unattachedObjects)).toEqual([])
})

test('objects old enough for the cleanup are not attached any more', async () => {
  const key = await storeUnattached(server.context, {
    bytes: await makePdf(),
    contentType: 'application/pdf',
    now: START,
  })
  const { db } = server.context.database
  await expect(db.transaction((tx) => attachObject(tx, key, later(12)))).rejects.toThrow('waited too long')
  await db.transaction((tx) => attachObject(tx, key, later(11)))
  await deleteOrphanedObjects(server.context, later(48))
  expect(await storedKeys(server)).toHaveLength(1)
})

test('removed files are deleted after a week, registered ones never', async () => {
  const stored = idIn(await upload(session, 'payslip', await pdf()))
  const removed = idIn(await upload(session, 'payslip', await pdf()))
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const former = await makeFaisDocument(server.context, { managerId: manager.id })
  const letter = await makeFaisDocument(server.context, { managerId: manager.id })
  await session.delete(`/api/documents/${removed}`)
  expect((await deleteOrphanedObjects(server.context, later(7 * 24))).removed).toBe(0)
  expect(await storedKeys(server)).toHaveLength(4)
  expect((await deleteOrphanedObjects(server.context, later(7 * 24 + 1))).removed).toBe(1)
  expect(await deleteOrphanedObjects(server.context, later(10_000))).toEqual({
    uploads: 0,
    unattached: 0,
    removed: 0,
  })

  const { db } = server.context.database
  const left = (await db.select({ id: documents.id }).from(documents)).map(({ id }) => id)
  expect(left.toSorted()).toEqual([stored, former.id, letter.id].toSorted())
  expect(await storedKeys(server)).toHaveLength(3)
  expect((await raw(session, `${server.url}/objects/uploads/${stored}`)).status).toBe(200)
})

test('removed files are kept for the configured time, for a restored database', async () => {
  changeSettings(server, { removedFilesRetentionMs: 30 * 24 * HOUR_MS })
  const removed = idIn(await upload(session, 'payslip', await pdf()))
  await session.delete(`/api/documents/${removed}`)
  expect((await deleteOrphanedObjects(server.context, later(30 * 24))).removed).toBe(0)
  expect(await storedKeys(server)).toHaveLength(1)
  expect((await deleteOrphanedObjects(server.context, later(30 * 24 + 1))).removed).toBe(1)
})

test("a manager's current letter stays, even where it is marked as removed", async () => {
  const manager = await makeUser(server.context, { role: 'wealth_manager' })
  const letter = await makeFaisDocument(server.context, { managerId: manager.id })
  const { db } = server.context.database
  await db.update(documents).set({ removedAt: START }).where(eq(documents.id, letter.id))
  expect((await deleteOrphanedObjects(server.context, later(1000))).removed).toBe(0)
  expect(await storedKeys(server)).toHaveLength(1)
})

test('an interrupted cleanup is completed by the next run', async () => {
  const addresses = [await requestAddress(session), await requestAddress(session)]
  for (const address of addresses) await send(session, address, await pdf())
  let calls = 0
  const failing = {
    ...server.context,
    store: {
      ...server.context.store,
      remove: (key: string) => {
        calls += 1
        return calls === 2 ? Promise.reject(new Error('away')) : server.context.store.remove(key)
      },
    },
  }
  await expect(deleteOrphanedObjects(failing, later(25))).rejects.toThrow('away')
  expect(await server.context.database.db.select().from(uploads)).toHaveLength(2)
  expect((await deleteOrphanedObjects(server.context, later(25))).uploads).toBe(2)
  expect(await storedKeys(server)).toEqual([])
})

test('one run deletes more than one batch', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => ({
    key: `documents/0192f0c0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    createdAt: START,
  }))
  await server.context.database.db.insert(unattachedObjects).values(rows)
  expect((await deleteOrphanedObjects(server.context, later(10_000))).unattached).toBe(450)
})
