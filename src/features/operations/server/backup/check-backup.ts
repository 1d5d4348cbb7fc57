import { asc, isNull } from 'drizzle-orm'
import type { Settings } from '#base/server/config/settings.ts'
import { openDatabase, purposes, type DatabaseConnection } from '#base/server/db/database.ts'
import { documents } from '#features/access/schema/tables.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#base/server/embedded-postgres/embedded-postgres.ts'
import { generateKey, keyFileOf } from '#base/server/encryption/key-file.ts'
import { readKeyring, type Keyring } from '#base/server/encryption/keyring.ts'
import { loadKeyring } from '#base/server/encryption/open-keyring.ts'
import {
  encryptedTables,
  type EncryptedTable,
} from '#features/operations/server/key-rotation/encrypted-tables.ts'
import { createDiskStore } from '#base/server/storage/disk-store.ts'
import type { ObjectStore } from '#base/server/storage/object-store.ts'
import { encryptedStore } from '#base/server/storage/encrypted-store.ts'
import { borrowDatabase } from './borrowed-database.ts'
import { hashed } from './checksum.ts'
import { forEachOf } from './copy-objects.ts'
import { BackupError } from './manifest.ts'
import { restore, type Restored } from './restore.ts'

/** The result of checking a backup. */
export interface Checked extends Restored {
  /** Documents whose files were opened and compared with their original checksum. */
  opened: number
  /** Descriptions of what cannot be read. */
  unreadable: string[]
}

/**
 * Restores a backup to a temporary location, and opens every encrypted file and text in it. Does not touch the site.
 *
 * @param settings of the site, only for its keys
 * @param scratch an empty folder for database and files; as large as the backup unpacked
 * @param databaseUrl an empty database to use, and to empty again, instead of an embedded one
 * @throws BackupError as restoring does
 */
export async function checkBackup(
  settings: Settings,
  folder: string,
  {
    scratch,
    databaseUrl,
    log,
  }: { scratch: string; databaseUrl?: string | undefined; log: (message: string) => void },
): Promise<Checked> {
  const store = createDiskStore(scratch)
  const scratchSettings = { ...settings, encryptionKeyFile: keyFileOf(settings), dataDir: scratch }
  const stops: (() => Promise<void>)[] = []
  let url = ''
  const openScratch = async () => {
    const opened =
      databaseUrl === undefined
        ? await startEmbeddedPostgres({ dataDir: scratch, log })
        : await borrow(databaseUrl)
    stops.push(opened.stop)
    url = opened.url
    return opened
  }
  try {
    const restored = await restore({ settings: scratchSettings, store, openDatabase: openScratch }, folder)
    const keyring = loadKeyring(scratchSettings, { dataIsEncrypted: true })
    if (keyring === null) throw new BackupError('There are no keys to decrypt the backup with.')
    const database = openDatabase(url, () => undefined, purposes.commands)
    try {
      const { opened, unreadable } = await openFiles(database, encryptedStore(store, keyring))
      return { ...restored, opened, unreadable: [...unreadable, ...(await openTexts(database, keyring))] }
    } finally {
      await database.close()
    }
  } finally {
    for (const stop of stops) await stop()
  }
}

async function borrow(url: string): Promise<EmbeddedPostgres> {
  return { url, ownerUrl: url, stop: await borrowDatabase(url) }
}

async function openFiles(
  { db }: DatabaseConnection,
  store: ObjectStore,
): Promise<Pick<Checked, 'opened' | 'unreadable'>> {
  const { id, objectKey, sha256 } = documents
  const stored = await db
    .select({ id, objectKey, sha256 })
    .from(documents)
    .where(isNull(documents.removedAt))
    .orderBy(asc(id))
  const unreadable: string[] = []
  let opened = 0
  await forEachOf(stored, async (document) => {
    const reason = await reasonNotOpened(store, document)
    if (reason === null) opened += 1
    else unreadable.push(`the file of document ${document.id}: ${reason}`)
  })
  return { opened, unreadable }
}

/** Null where the file opens and has its original checksum. */
async function reasonNotOpened(
  store: ObjectStore,
  { objectKey, sha256 }: Pick<typeof documents.$inferSelect, 'objectKey' | 'sha256'>,
): Promise<string | null> {
  try {
    const found = await store.get(objectKey)
    if (found === null) return 'it is missing'
    const { content, sum } = hashed(found.stream)
    for await (const _ of content);
    return sum() === sha256 ? null : 'it is not what was uploaded'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Opens every encrypted text by re-encrypting it in the temporary database with a disposable key. */
async function openTexts({ db }: DatabaseConnection, keyring: Keyring): Promise<string[]> {
  const fresh = readKeyring(generateKey())
  const both = { ...fresh, find: (id: string) => fresh.find(id) ?? keyring.find(id) }
  const pass = async ({ reencryptBatch }: EncryptedTable) => {
    let after: string | null = null
    do after = await openSome(reencryptBatch, after)
    while (after !== null)
  }
  const openSome = async (resealSome: EncryptedTable['reencryptBatch'], after: string | null) =>
    (await db.transaction((tx) => resealSome(tx, both, after))).next
  const unreadable: string[] = []
  for (const rows of encryptedTables) {
    await pass(rows).catch((error: unknown) => {
      unreadable.push(`${rows.what}: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  return unreadable
}
