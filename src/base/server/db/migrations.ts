import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { productFile } from '#base/server/product-file.ts'

const MIGRATIONS_FOLDER = productFile('src/base/server/db/migrations')

/**
 * What a migration may do while servers of an older version run (docs/decisions/0081). `expand`: adds something, in one
 * transaction. `concurrent`: creates indexes, each statement on its own, without blocking writes. `contract`: removes
 * something, once no server that uses it has run for an hour.
 */
const stepKind = z.enum(['expand', 'concurrent', 'contract'])

/** First line of a migration that is not an expansion. */
const KIND = /^-- kind: (.*)$/mu

/** A schema migration. */
export interface Migration {
  /** Creation time in milliseconds, which identifies and orders migrations. */
  madeAt: number
  hash: string
  kind: z.infer<typeof stepKind>
  statements: string[]
}

/**
 * All migrations of this version in order.
 *
 * @throws for an unknown kind
 */
export function knownMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis, hash, sql }) => ({
    madeAt: folderMillis,
    hash,
    kind: stepKind.parse(KIND.exec(sql[0] ?? '')?.[1] ?? 'expand'),
    statements: sql,
  }))
}

/** The newest migration of this version, by creation time: identifies its schema. */
export const SCHEMA = Math.max(...knownMigrations().map(({ madeAt }) => madeAt))

/** A migration's statements for an offline run, all in one transaction. */
export function offlineStatements({ kind, statements }: Migration): string[] {
  return kind === 'concurrent'
    ? statements.map((statement) => statement.replaceAll(/\bconcurrently\b/giu, ''))
    : statements
}
