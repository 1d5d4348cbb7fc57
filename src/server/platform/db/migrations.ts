import { readMigrationFiles } from 'drizzle-orm/migrator'
import { z } from 'zod'
import { productFile } from '#server/platform/product-file.ts'

const MIGRATIONS_FOLDER = productFile('src/server/platform/db/migrations')

/**
 * What a step of the schema may do while servers of an older version are at work (docs/decisions/0081):
 * - `expand`: adds what they do not know, in one transaction;
 * - `concurrent`: makes indexes of tables with rows, each statement by itself, so that nobody waits to write;
 * - `contract`: takes away what they use, once none of them has lived for an hour.
 */
const stepKind = z.enum(['expand', 'concurrent', 'contract'])

/** The first line of a step that is no expansion. */
const KIND = /^-- kind: (.*)$/mu

/** A step of the schema. */
export interface Migration {
  /** When it was made, in milliseconds: steps are told apart and ordered by it. */
  madeAt: number
  hash: string
  kind: z.infer<typeof stepKind>
  statements: string[]
}

/**
 * Every step of the schema that this version knows, the first one first.
 *
 * @throws where a step is of no kind that there is
 */
export function knownMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis, hash, sql }) => ({
    madeAt: folderMillis,
    hash,
    kind: stepKind.parse(KIND.exec(sql[0] ?? '')?.[1] ?? 'expand'),
    statements: sql,
  }))
}

/** The newest step that this version knows, by when it was made: what its schema is told by. */
export const SCHEMA = Math.max(...knownMigrations().map(({ madeAt }) => madeAt))

/** What a step does, where nobody is at work: all in one transaction. */
export function offlineStatements({ kind, statements }: Migration): string[] {
  return kind === 'concurrent'
    ? statements.map((statement) => statement.replaceAll(/\bconcurrently\b/giu, ''))
    : statements
}
