import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { createDiskStore, fileOf } from '#base/server/storage/disk-store.ts'
import type { ObjectStore } from '#base/server/storage/object-store.ts'
import { autocommit, systemContext } from '#features/access/server/command-context.ts'
import { listedObjects } from './check-files.ts'
import { copyObject, forEachOf, linkObject, type CopiedObject } from './copy-objects.ts'
import { dumpTables, writeDurably, type ReferencedObject } from './dump-tables.ts'
import { BackupError, OBJECT_LIST, writeManifest, type Manifest } from './manifest.ts'

const OWNER_ONLY_FOLDER = 0o700

interface Source extends Pick<Context, 'database' | 'now'> {
  /** Without the layer that encrypts. */
  store: ObjectStore
}

/**
 * Backs up database and files into a folder, consistently, while the server runs.
 * The tables are read from one snapshot, then the files that they refer to are copied: stored files never change, and
 * are kept for days after their removal (`KEEP_REMOVED_FILES_DAYS`). They are copied encrypted; those in an earlier
 * backup are linked. The keys are not in the backup.
 *
 * @param folder a new or empty one
 * @param earlier the folder of a backup on the same disk, if there is one
 * @throws BackupError where it is neither
 */
export async function backUp(source: Source, folder: string, earlier?: string): Promise<Manifest> {
  const { database, store } = source
  await prepareFolder(folder)
  const { objects, ...dumped } = await dumpTables(database.pool, folder)
  const { copied, missing } = await copyObjects(objects, await takerOf(store, folder, earlier))
  const list = copied
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, sha256 }) => `${sha256}  ${fileOf('objects', key)}\n`)
    .join('')
  await writeDurably(path.join(folder, OBJECT_LIST), list)
  const manifest: Manifest = {
    format: 1,
    ...dumped,
    objects: {
      count: copied.length,
      bytes: copied.reduce((sum, { bytes }) => sum + bytes, 0),
      listSha256: createHash('sha256').update(list).digest('hex'),
    },
    missing,
  }
  await writeManifest(folder, manifest)
  await record(autocommit(systemContext(source)), 'backup.taken', null, {
    takenAt: manifest.takenAt,
    files: copied.length,
    missing: missing.length,
  })
  return manifest
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  if ((await readdir(folder)).length > 0) {
    throw new BackupError(
      `${folder} is not empty. Each backup needs its own folder: choose a new one, or remove this one first.`,
    )
  }
  await mkdir(path.join(folder, 'tables'), { mode: OWNER_ONLY_FOLDER })
}

/** Copies one object into a backup; null where it is missing. */
type Take = (key: string) => Promise<CopiedObject | null>

/** Takes objects from an earlier backup where possible, else from the store. */
async function takerOf(store: ObjectStore, folder: string, earlier: string | undefined): Promise<Take> {
  const target = createDiskStore(folder)
  if (earlier === undefined) return (key) => copyObject(store, target, key)
  const there = await listedObjects(earlier)
  return async (key) => {
    const listed = there.get(key)
    const linked = listed === undefined ? null : await linkObject(earlier, folder, listed)
    return linked ?? copyObject(store, target, key)
  }
}

async function copyObjects(
  objects: readonly ReferencedObject[],
  take: Take,
): Promise<{ copied: CopiedObject[]; missing: Manifest['missing'] }> {
  const copied: CopiedObject[] = []
  const missing: Manifest['missing'] = []
  await forEachOf(objects, async ({ documentId, key, mayBeGone }) => {
    const copy = await take(key)
    if (copy !== null) copied.push(copy)
    else if (!mayBeGone) missing.push({ documentId, key })
  })
  return { copied, missing }
}
