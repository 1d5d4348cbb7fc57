import { getTableColumns, sql, type InferSelectModel, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type StoredRow = Record<string, unknown>

/** The row of a table as JSON, and what makes of that JSON what reading the row by its columns makes. */
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
  const { json, decode } = jsonOf(table)
  const rows = sql`json_agg(${json} order by ${order})`
  return sql<
    InferSelectModel<Table>[]
  >`(select coalesce(${rows}, '[]') from ${table} where ${where})`.mapWith((stored: StoredRow[]) =>
    stored.map(decode),
  )
}

/**
 * The row of a table that a statement reads or joins, as one value; null where it joins none. For hot statements: each column
 * is described with every answer, and taken apart by itself, which costs the one thread more than all of them in one text.
 */
export function rowAsJson<Table extends PgTable>(table: Table): SQL<InferSelectModel<Table> | null> {
  const { json, decode } = jsonOf(table)
  return sql<InferSelectModel<Table> | null>`case when ${table} is null then null else ${json} end`.mapWith(
    decode,
  )
}
