import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#server/db/database.ts'
import type { List } from './list.ts'
import { LISTED } from './projection.ts'
import { rowShape, writeRows } from './written-rows.ts'

/** One row as a list shows it, within a transaction or outside; undefined where there is none. */
export async function readRow<Row>(
  db: Queries,
  { table, fields }: Pick<List<never, Row>, 'table' | 'fields'>,
  where: SQL | undefined,
): Promise<Row | undefined> {
  const shape = rowShape(fields, [])
  const { rows } = await db.execute<{ row: string }>(sql`
    select ${sql.raw(shape.sql)} as row
    from (select * from ${sql.identifier(table)} where ${where}) ${sql.identifier(LISTED)}`)
  const text = rows.map(({ row }) => row).join('')
  const [row] = JSON.parse(writeRows(shape, text, 1).json.toString()) as Row[]
  return row
}
