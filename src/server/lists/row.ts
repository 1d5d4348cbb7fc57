import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#server/db/database.ts'
import type { List } from './list.ts'
import { LISTED } from './projection.ts'

/** One row as a list shows it, within a transaction or outside; undefined where there is none. */
export async function readRow<Row>(
  db: Queries,
  list: List<never, Row>,
  where: SQL | undefined,
): Promise<Row | undefined> {
  const { rows } = await db.execute<{ row: Row }>(sql`
    select to_json(shown) as row from (
      select ${sql.raw(list.selected)}
      from (select * from ${sql.identifier(list.table)} where ${where}) ${sql.identifier(LISTED)}
    ) shown`)
  return rows[0]?.row
}
