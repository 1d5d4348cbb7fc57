import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { fillPlaceholders } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { requireWritable } from './read-only-mode.ts'
import type { DatabaseConnection, Transaction } from './database.ts'

/** A statement that is written once, and known by its name to every connection that has sent it before. */
export interface NamedStatement<Name extends string> {
  /** Sends it by itself: one round trip, and a transaction of its own. @returns how many rows it wrote or read */
  run: (
    database: Pick<DatabaseConnection, 'pool' | 'changes'>,
    values: Record<Name, unknown>,
  ) => Promise<number>
  /** Sends it as a part of a transaction. @returns how many rows it wrote or read */
  runIn: (tx: Transaction, values: Record<Name, unknown>) => Promise<number>
}

/**
 * Writes a statement once and for all, for a path that is so hot that building it anew for each request would show.
 *
 * @param write makes the statement; gets what stands for each value
 */
export function namedStatement<Name extends string>(
  name: string,
  write: (value: (name: Name) => SQLWrapper) => SQL,
): NamedStatement<Name> {
  const { sql: text, params } = new PgDialect().sqlToQuery(write((value) => sql`${sql.placeholder(value)}`))
  return {
    async run({ pool, changes }, values) {
      requireWritable(changes)
      return rowsOf(await pool.query({ name, text, values: fillPlaceholders(params, values) }))
    },
    async runIn(tx, values) {
      // As parameters: an array alone would be written as a list.
      return rowsOf(await tx.execute(write((value) => sql`${sql.param(values[value])}`)))
    },
  }
}

function rowsOf({ rowCount }: Pick<pg.QueryResult, 'rowCount'>): number {
  return rowCount ?? 0
}
