import { getTableColumns, sql, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type StoredRow = Record<string, unknown>

/** A table's row as JSON, and its conversion back to the column types. */
function jsonOf<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table))
  const fields = columns.map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  const decode = (row: StoredRow) => {
    const decoded: StoredRow = {}
    for (const [name, column] of columns) {
      decoded[name] = row[name] === null ? null : column.mapFromDriverValue(row[name])
    }
    return decoded as InferSelectModel<Table>
  }
  return { json: sql`json_build_object(${sql.join(fields, sql`, `)})`, decode }
}

/**
 * Rows of a table as one JSON value, for a statement that reads them with their parent row.
 *
 * @param where which rows
 * @param order the sort order
 */
export function rowsAsJson<Table extends PgTable>(
  table: Table,
  where: SQL | undefined,
  order: SQL,
): SQL<InferSelectModel<Table>[]> {
  const { json, decode } = jsonOf(table)
  const rows = sql`json_agg(${json} order by ${order})`
  return sql<
    InferSelectModel<Table>[]
  >`(select coalesce(${rows}, '[]') from ${table} where ${where})`.mapWith((stored: StoredRow[]) =>
    stored.map(decode),
  )
}

/**
 * A joined row as one JSON value; null without one. For frequent statements: parsing each column of each row separately
 * costs more than parsing one text.
 */
export function rowAsJson<Table extends PgTable>(table: Table): SQL<InferSelectModel<Table> | null> {
  const { json, decode } = jsonOf(table)
  return sql<InferSelectModel<Table> | null>`case when ${table} is null then null else ${json} end`.mapWith(
    decode,
  )
}
