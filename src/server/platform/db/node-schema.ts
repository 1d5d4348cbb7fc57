import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from './timestamp.ts'

/** The servers that serve the site, as each last said of itself, by the database's clock. */
export const nodes = pgTable('nodes', {
  /** New at each start. */
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  /** The newest step of the schema that it knows, by when that was made; 0 of those that did not say so yet. */
  schema: bigint('schema', { mode: 'number' }).notNull().default(0),
  /** The keys that it has, the newest first. */
  keyIds: text('key_ids').array().notNull(),
  currentKeyId: text('seals_with').notNull(),
  startedAt: timestampColumn('started_at').notNull(),
  seenAt: timestampColumn('seen_at').notNull(),
  /** When it said that it goes; null while it lives, and where it never said so. */
  leftAt: timestampColumn('left_at'),
})

/** The steps of the schema that took something away, by when they were made: a server that knows none of it stays out. */
export const contractions = pgTable('contractions', {
  madeAt: bigint('made_at', { mode: 'number' }).primaryKey(),
})

/** Changes of stored values that a job makes a few rows at a time, since SQL cannot: how far each has come. */
export const dataMigrations = pgTable('data_migrations', {
  name: text('name').primaryKey(),
  /** The id of the last row that was looked at; null before the first. */
  position: uuid('position'),
  finishedAt: timestampColumn('finished_at'),
})

/** The keys that data was encrypted with, by their short names: a start without one of them is refused. */
export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  /** False once nothing is encrypted with it any more. */
  inUse: boolean('in_use').notNull(),
  createdAt: timestampColumn('created_at').notNull(),
})
