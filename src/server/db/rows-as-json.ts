import { getTableColumns, sql, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Rows of a table as one value, for a statement that reads them along with the row that they belong to.
 *
 * @param where which rows
 * @param order by what they are sorted
 */
export function rowsAsJson<Table extends PgTable>(
  table: Table,
  where: SQL | undefined,
  order: SQL,
): SQL<InferSelectModel<Table>[]> {
  const columns = Object.entries(getTableColumns(table))
  const fields = columns.map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  const rows = sql`json_agg(json_build_object(${sql.join(fields, sql`, `)}) order by ${order})`
  const decode = (row: Record<string, unknown>) =>
    columns.map(([name, column]) => [name, row[name] === null ? null : column.mapFromDriverValue(row[name])])
  return sql<
    InferSelectModel<Table>[]
  >`(select coalesce(${rows}, '[]') from ${table} where ${where})`.mapWith(
    (stored: Record<string, unknown>[]) =>
      stored.map((row) => Object.fromEntries(decode(row)) as InferSelectModel<Table>),
  )
}
