import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { desc, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Settings } from '#base/server/config/settings.ts'
import type { DatabaseConnection, Queries } from '#base/server/db/database.ts'
import { storeIdentity } from '#base/server/db/node-schema.ts'
import { documents } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { fileOf } from './disk-store.ts'
import { IDENTITY_KEY } from './object-key.ts'
import type { ObjectStore } from './object-store.ts'
import { readWhole } from './read-whole.ts'

/** How many of the newest documents show that a store without an identity holds the site's files. */
const SAMPLE = 20
const MAX_BYTES = 100

interface Site {
  settings: Pick<Settings, 's3' | 'dataDir'>
  database: Pick<DatabaseConnection, 'db'>
  /** Without the layer that encrypts: the identity is readable without keys. */
  rawStore: ObjectStore
}

/** Store and database do not belong together; the message says what to do. */
class StoreMismatchError extends Error {}

/**
 * Ensures that every server of the site uses the same store: the first start writes an id to database and store, later
 * ones compare. A store that does not answer now is not compared, since an outage must not stop a start.
 *
 * @throws StoreMismatchError if the store belongs to another database, or lacks the files of this one
 */
export async function requireSameStore(site: Site, log: Pick<Logger, 'warn'>, now: Date): Promise<void> {
  try {
    await identify(site, now)
    const mismatch = await describeMismatch(site)
    if (mismatch !== null) throw new StoreMismatchError(mismatch)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    log.warn({ err: error }, 'the store does not answer, so it was not compared with the database')
  }
}

/** Why the store is not that of the database; null if it is, or the site has no identity yet. Writes nothing. */
export async function describeMismatch({ settings, database, rawStore }: Site): Promise<string | null> {
  const [row] = await database.db.select({ id: storeIdentity.id }).from(storeIdentity)
  if (row === undefined) return null
  const found = await readIdentity(rawStore)
  if (found === row.id) return null
  return found === null ? lacksFiles(settings, row.id) : belongsElsewhere(settings)
}

/** Gives the site its identity, once. The row is locked meanwhile: another server's start waits for the result. */
async function identify({ settings, database, rawStore }: Site, now: Date): Promise<void> {
  const [known] = await database.db.select({ id: storeIdentity.id }).from(storeIdentity)
  if (known !== undefined) return
  await database.db.transaction(async (tx) => {
    const inserted = await tx
      .insert(storeIdentity)
      .values({ id: randomUUID(), createdAt: now })
      .onConflictDoNothing()
      .returning({ id: storeIdentity.id })
    const [row] = inserted
    if (row === undefined) return
    const found = await readIdentity(rawStore)
    const share = await shareOfFiles(tx, rawStore)
    if (share === 'none') throw new StoreMismatchError(lacksFiles(settings, row.id))
    if (found === null) {
      const content = Readable.from([Buffer.from(row.id)])
      await rawStore.put(IDENTITY_KEY, content, { maxBytes: MAX_BYTES, contentType: 'text/plain' })
      return
    }
    // An interrupted first start, or a database of an earlier time. Otherwise the store is another site's.
    if (share === 'no-documents' && !(await rawStore.isEmpty()))
      throw new StoreMismatchError(belongsElsewhere(settings))
    await tx.update(storeIdentity).set({ id: found })
  })
}

/** Whether the newest files that the database refers to are in the store; single ones may be missing. */
async function shareOfFiles(db: Queries, store: ObjectStore): Promise<'some' | 'none' | 'no-documents'> {
  const newest = await db
    .select({ key: documents.objectKey })
    .from(documents)
    .where(isNull(documents.removedAt))
    .orderBy(desc(documents.uploadedAt))
    .limit(SAMPLE)
  for (const { key } of newest) {
    const object = await store.get(key)
    object?.stream.destroy()
    if (object !== null) return 'some'
  }
  return newest.length === 0 ? 'no-documents' : 'none'
}

async function readIdentity(store: ObjectStore): Promise<string | null> {
  const object = await store.get(IDENTITY_KEY)
  return object && (await readWhole(object)).toString().trim()
}

function nameOf({ s3, dataDir }: Site['settings']): string {
  return s3 === undefined ? `DATA_DIR: the folder ${dataDir}` : `S3_BUCKET: the bucket ${s3.bucket}`
}

const CORRECT =
  'Name the folder or bucket that this database (DATABASE_URL) was used with. Several servers of one site need one ' +
  'bucket (docs/several-servers.md).'

function lacksFiles(settings: Site['settings'], id: string): string {
  const { s3, dataDir } = settings
  const object = s3 === undefined ? fileOf(path.join(dataDir, 'objects'), IDENTITY_KEY) : IDENTITY_KEY
  return (
    `${nameOf(settings)} does not hold the files of this site. ${CORRECT} If the files were moved there, copy ${object} ` +
    `too, or write it: ${id}`
  )
}

function belongsElsewhere(settings: Site['settings']): string {
  return `${nameOf(settings)} holds the files of another site. ${CORRECT} For a new site, name an empty one.`
}
