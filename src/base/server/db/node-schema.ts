import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from './timestamp.ts'

/** Servers of the site with their latest heartbeat, by the database's clock. */
export const nodes = pgTable('nodes', {
  /** New at each start. */
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  /** Newest known schema migration, by creation time; 0 if unknown. */
  schema: bigint('schema', { mode: 'number' }).notNull().default(0),
  /** Its keys, newest first. */
  keyIds: text('key_ids').array().notNull(),
  currentKeyId: text('seals_with').notNull(),
  startedAt: timestampColumn('started_at').notNull(),
  seenAt: timestampColumn('seen_at').notNull(),
  /** When it announced its stop; null while alive or if it never did. */
  leftAt: timestampColumn('left_at'),
})

/** Contractions of the schema, by creation time: a server that does not know one is not ready. */
export const contractions = pgTable('contractions', {
  madeAt: bigint('made_at', { mode: 'number' }).primaryKey(),
})

/** Not used any more. Servers of 1.0.0 read it, so only the release after this one drops it. */
export const dataMigrations = pgTable('data_migrations', {
  name: text('name').primaryKey(),
  /** The last processed row's id; null before the first. */
  position: uuid('position'),
  finishedAt: timestampColumn('finished_at'),
})

/** Keys used for encryption, by short name: the server does not start without one of them. */
export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  /** False once nothing is encrypted with it. */
  inUse: boolean('in_use').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
})

/** One row: the id that the store of files carries too (`storage/require-same-store.ts`). A restore leaves it out. */
export const storeIdentity = pgTable('store_identity', {
  isAll: boolean('is_all').primaryKey().default(true),
  id: uuid('id').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
})
