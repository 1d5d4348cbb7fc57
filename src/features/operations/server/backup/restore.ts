import { desc } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import { appendAnchor, archiveAnchors } from '#features/audit/server/log/anchors.ts'
import { verifyChain, type Verification } from '#features/audit/server/log/verify-chain.ts'
import type { Settings } from '#base/server/config/settings.ts'
import type { Context } from '#base/server/context.ts'
import { openDatabase, purposes } from '#base/server/db/database.ts'
import type { DatabaseUrls } from '#base/server/embedded-postgres/cluster-roles.ts'
import { migrate } from '#base/server/db/migrate.ts'
import { auditChain } from '#features/audit/schema.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { loadKeyring, openKeyring } from '#base/server/encryption/open-keyring.ts'
import { openDatabaseClock } from '#base/server/nodes/database-clock.ts'
import { createDiskStore } from '#base/server/storage/disk-store.ts'
import type { ObjectStore } from '#base/server/storage/object-store.ts'
import { autocommit, systemContext } from '#features/access/server/command-context.ts'
import { checkFiles, type ListedObject } from './check-files.ts'
import { copyObject, forEachOf } from './copy-objects.ts'
import { loadTables, type EndedIntegrations } from './load-tables.ts'
import { BackupError, readManifest, type Manifest } from './manifest.ts'

/** Where a backup is restored to. */
interface Target {
  settings: Settings
  /** Without the layer that encrypts. */
  store: ObjectStore
  /** Opens the database, creating it if needed. */
  openDatabase: () => Promise<DatabaseUrls>
}

/** A restored backup, and the state of its audit log. */
export interface Restored {
  manifest: Manifest
  log: Verification
  /** Archived files with this machine's anchors: of a log that ended later, or of another one. */
  archived: string[]
  /** API tokens that were revoked, and webhooks that were paused. */
  ended: EndedIntegrations
  /** How many passkeys exist again; their owners may have removed some since the backup. */
  passkeys: number
}

/**
 * Restores a backup into an empty database and store: checks everything, copies the files, loads the tables in one
 * transaction, and migrates the schema to this version.
 *
 * @throws BackupError where the backup is incomplete or damaged, its keys are missing, or the target is not empty
 */
export async function restore(target: Target, folder: string): Promise<Restored> {
  const { settings, store } = target
  const manifest = await readManifest(folder)
  refuseWithoutKeys(settings, manifest)
  const objects = await checkFiles(folder, manifest)
  if (!(await store.isEmpty())) throw storeNotEmpty(store)
  const { ownerUrl, url } = await target.openDatabase()
  const ended = await copyBack(createDiskStore(folder), store, objects, () =>
    loadTables(ownerUrl, folder, manifest),
  )
  await migrate(ownerUrl, url)
  const database = openDatabase(url, () => undefined, purposes.commands)
  try {
    const act = systemContext({ database, ...(await openDatabaseClock(database)) })
    const { now } = act
    const keyring = await openKeyring(settings, database.db, now)
    const { log, archived } = await restartLog({ settings, database, keyring }, now)
    const { takenAt } = manifest
    const details = { takenAt, files: objects.length }
    await record(autocommit(act), 'backup.restored', null, details)
    for (const id of ended.apiTokens) await record(autocommit(act), 'api-token.revoked', id, {})
    for (const id of ended.webhooks) {
      await record(autocommit(act), 'webhook.state-changed', id, { state: 'paused', by: 'restore' })
    }
    return { manifest, log, archived, ended, passkeys: await database.db.$count(passkeys) }
  } finally {
    await database.close()
  }
}

function refuseWithoutKeys(settings: Settings, { encryptionKeys }: Manifest): void {
  const keyring = loadKeyring(settings, { dataIsEncrypted: encryptionKeys.length > 0 })
  const missing = encryptionKeys.filter((id) => keyring?.find(id) === undefined)
  if (missing.length === 0) return
  throw new BackupError(
    `The backup cannot be read without the key ${missing.join(', ')}, which was not provided. Keys are not part of a ` +
      'backup: set ENCRYPTION_KEY to the ones that were in use when it was taken, separated by commas.',
  )
}

function storeNotEmpty({ kind }: ObjectStore): BackupError {
  return new BackupError(
    'The store already contains files. A backup can be restored only into an empty store: ' +
      (kind === 's3' ? 'name an empty bucket.' : 'name another DATA_DIR, or move its folder "objects" away.'),
  )
}

/** Files come first, so that no row refers to a missing one. They are removed if the rest fails. */
async function copyBack<Result>(
  from: ObjectStore,
  to: ObjectStore,
  objects: readonly ListedObject[],
  then: () => Promise<Result>,
): Promise<Result> {
  const copied: string[] = []
  try {
    await forEachOf(objects, async ({ key, sha256 }) => {
      copied.push(key)
      const copy = await copyObject(from, to, key)
      if (copy?.sha256 !== sha256) throw new BackupError(`The file ${key} changed while it was copied.`)
    })
    return await then()
  } catch (error) {
    await forEachOf(copied, (key) => to.remove(key))
    throw error
  }
}

/**
 * Verifies the restored log and makes its end current. Later anchors of this machine are archived: they may be the only
 * trace of events since the backup.
 */
async function restartLog(
  context: Pick<Context, 'settings' | 'database' | 'keyring'>,
  now: Date,
): Promise<Pick<Restored, 'log' | 'archived'>> {
  const { dataDir } = context.settings
  const archived = await archiveAnchors(dataDir, now)
  const log = await verifyChain(context)
  const [newest] = await context.database.db
    .select()
    .from(auditChain)
    .orderBy(desc(auditChain.eventId))
    .limit(1)
  if (log.sound && newest !== undefined) await appendAnchor(dataDir, newest, now)
  return { log, archived }
}
