import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { fillPlaceholders } from 'drizzle-orm'
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { requireWritable } from './read-only-mode.ts'
import type { DatabaseConnection, Transaction } from './database.ts'

/** A statement prepared once per connection, by name. */
export interface NamedStatement<Name extends string> {
  /**
   * Runs it alone: one round trip in its own transaction.
   *
   * @returns the number of rows
   */
  run: (
    database: Pick<DatabaseConnection, 'pool' | 'changes'>,
    values: Record<Name, unknown>,
  ) => Promise<number>
  /**
   * Runs it within a transaction.
   *
   * @returns the number of rows
   */
  runIn: (tx: Transaction, values: Record<Name, unknown>) => Promise<number>
  /**
   * Runs it within a transaction.
   *
   * @returns its rows
   */
  rowsIn: <Row>(tx: Transaction, values: Record<Name, unknown>) => Promise<Row[]>
}

/**
 * Defines a prepared statement, for paths so frequent that building it each time would be measurable.
 *
 * @param write builds the statement from value placeholders
 */
export function namedStatement<Name extends string>(
  name: string,
  write: (value: (name: Name) => SQLWrapper) => SQL,
): NamedStatement<Name> {
  const query = new PgDialect().sqlToQuery(write((value) => sql`${sql.placeholder(value)}`))
  const { sql: text, params } = query
  const executeIn = ({ _: { session } }: Transaction, values: Record<Name, unknown>) =>
    session.prepareQuery<Prepared>(query, undefined, name, false).execute(values)
  return {
    async run({ pool, changes }, values) {
      requireWritable(changes)
      return rowsOf(await pool.query({ name, text, values: fillPlaceholders(params, values) }))
    },
    async runIn(tx, values) {
      return rowsOf(await executeIn(tx, values))
    },
    async rowsIn<Row>(tx: Transaction, values: Record<Name, unknown>) {
      // The statement that the caller wrote returns these.
      return (await executeIn(tx, values)).rows as Row[]
    },
  }
}

type Prepared = PreparedQueryConfig & { execute: pg.QueryResult }

function rowsOf({ rowCount }: Pick<pg.QueryResult, 'rowCount'>): number {
  return rowCount ?? 0
}
