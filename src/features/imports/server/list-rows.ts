import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { ImportRow } from '#features/imports/api/import-shapes.ts'
import { textOf, type TableRow } from '#base/rules/tables/cells.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import type { RowProblem } from '#features/imports/rules/problems.ts'
import { readClient } from '#features/imports/rules/read-client.ts'
import { RETAINED } from '#features/imports/rules/states.ts'
import { importRows } from '#features/imports/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { awaitsInvitation } from './awaits-invitation.ts'
import { firstProblem } from './causes.ts'
import { decryptContent } from './content.ts'
import { findImport, type Reading } from './queries.ts'
import { decryptRow } from './rows.ts'

const PAGE = 100

/**
 * Rows of an import in the order of the file, 100 at a time.
 *
 * @throws DomainError not-found
 */
export async function listRows(
  { db, keyring, now }: Reading,
  id: string,
  {
    verdict,
    retained,
    notInvited,
    cause,
    field,
    after,
  }: ParsedInput<'GET /api/admin/imports/{id}/rows'>['query'],
): Promise<ImportRow[]> {
  const found = await findImport(db, id)
  const { mapping } = decryptContent(keyring, found)
  const rows = await db
    .select({ found: importRows, applicationId: applications.id })
    .from(importRows)
    .leftJoin(applications, eq(applications.userId, importRows.userId))
    .where(
      and(
        eq(importRows.importId, id),
        gt(importRows.row, Math.max(found.headerRow, after ?? 0)),
        verdict && eq(importRows.verdict, verdict),
        retained && isNotNull(importRows.retained),
        notInvited && awaitsInvitation(id),
        cause && eq(firstProblem('code'), cause),
        field === undefined ? undefined : eq(firstProblem('field'), field),
      ),
    )
    .orderBy(asc(importRows.row))
    .limit(PAGE)
  return rows.map(({ found: row, applicationId }) => {
    const decrypted = decryptRow(keyring, row)
    const person = mapping === null ? null : readClient(decrypted, mapping, now)
    return {
      row: row.row,
      hidden: decrypted.hidden === true,
      name: person?.fullName ?? null,
      email: person?.username ?? null,
      verdict: row.verdict,
      problems: row.problems.map((problem) => ({ ...problem, cell: cellOf(problem, decrypted, mapping) })),
      existingId: row.existingId,
      forced: row.reason !== null,
      outcome: row.outcome,
      retained: row.retained === null ? null : RETAINED,
      applicationId,
    }
  })
}

/** The cell that a problem is about; parts of a name count as the name. */
function cellOf({ field }: RowProblem, { cells }: TableRow, mapping: Mapping | null) {
  if (field === null || mapping === null) return null
  const named = mapping.columns.findIndex((each) => each === field)
  const column = named === -1 && field === 'fullName' ? mapping.columns.indexOf('firstName') : named
  if (column === -1) return null
  const cell = cells[column]
  return { column, text: cell ? textOf(cell) : '' }
}
