import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { importFields } from '#features/imports/rules/fields.ts'
import { rowProblemCodes } from '#features/imports/rules/problems.ts'
import type { Queries } from '#base/server/db/database.ts'
import { importRows } from '#features/imports/schema.ts'
import type { ImportRecord } from './content.ts'

/** Of the problem that decides about a row. */
export const firstProblem = (key: 'code' | 'field') =>
  sql<string | null>`${importRows.problems}->0->>${sql.raw(`'${key}'`)}`

/** The causes that decide about rows, the most frequent first. */
export async function causesOf(
  db: Queries,
  { id, headerRow }: ImportRecord,
): Promise<ImportDetail['causes']> {
  const rows = sql<number>`count(*)::int`
  const found = await db
    .select({ code: firstProblem('code'), field: firstProblem('field'), verdict: importRows.verdict, rows })
    .from(importRows)
    .where(and(eq(importRows.importId, id), gt(importRows.row, headerRow), ne(importRows.verdict, 'create')))
    .groupBy(sql`1, 2, 3`)
    .orderBy(desc(rows), asc(sql`1, 2`))
  return found.flatMap(({ code, field, verdict, rows: number }) => {
    const known = rowProblemCodes.find((each) => each === code)
    const about = importFields.find((each) => each === field) ?? null
    return known === undefined || verdict === null
      ? []
      : [{ code: known, field: about, verdict, rows: number }]
  })
}
