import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm'
import type { ImportColumn, ImportDetail } from '#features/imports/api/import-shapes.ts'
import { textOf } from '#base/rules/tables/cells.ts'
import type { Mapping } from '#features/imports/rules/mapping.ts'
import { reuseMapping } from '#features/imports/rules/reuse-mapping.ts'
import type { Queries } from '#base/server/db/database.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import type { Context } from '#base/server/context.ts'
import { decryptContent, isOfClients, type ImportRecord } from './content.ts'
import { managersIn } from './duplicates.ts'
import { decryptRow } from './rows.ts'

interface Reading extends Pick<Context, 'keyring'> {
  db: Queries
}

/** Rows that show whether a file was read as it should be. */
const FIRST_ROWS = 20
const MAX_CELL_LENGTH = 60
/** Earlier imports whose matching may fit. */
const MAX_EARLIER = 10

/** What an admin sees before matching the columns: the first rows, and how an earlier file was matched. */
export async function firstLook(
  reading: Reading,
  found: ImportRecord,
  columns: readonly ImportColumn[],
): Promise<Pick<ImportDetail, 'firstRows' | 'earlier'>> {
  if (found.state !== 'read' && found.state !== 'checked') return { firstRows: [], earlier: null }
  return {
    firstRows: await firstRowsOf(reading, found),
    earlier: await findEarlier(reading, found, columns),
  }
}

async function firstRowsOf({ db, keyring }: Reading, { id }: ImportRecord) {
  const rows = await db
    .select({ importId: importRows.importId, row: importRows.row, cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.row))
    .limit(FIRST_ROWS)
  return rows.map((row) => ({
    row: row.row,
    cells: decryptRow(keyring, row).cells.map((cell) =>
      cell === null ? '' : textOf(cell).slice(0, MAX_CELL_LENGTH),
    ),
  }))
}

/** The latest import of a file with the same columns, with its matching for this one. */
async function findEarlier(
  { db, keyring }: Reading,
  { id }: ImportRecord,
  columns: readonly ImportColumn[],
): Promise<ImportDetail['earlier']> {
  const others = await db
    .select()
    .from(imports)
    .where(and(isOfClients, ne(imports.id, id), ne(imports.state, 'read'), isNull(imports.erasedAt)))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(MAX_EARLIER)
  const headers = columns.map(({ header }) => header)
  for (const other of others) {
    const { mapping, columns: earlier } = decryptContent(keyring, other)
    const earlierHeaders = earlier.map(({ header }) => header)
    const reused = mapping && reuseMapping(mapping, earlierHeaders, headers)
    if (reused !== null) {
      return { createdAt: other.createdAt.toISOString(), mapping: await withManagers(db, reused) }
    }
  }
  return null
}

/** Without managers who left since. */
async function withManagers(db: Queries, mapping: Mapping): Promise<Mapping> {
  const chosen = [mapping.defaultManagerId, ...mapping.managers.map(({ managerId }) => managerId)]
  const found = await managersIn(
    db,
    chosen.filter((managerId) => managerId !== null),
  )
  const active = new Set<string | null>(found.map((manager) => manager.id))
  return {
    ...mapping,
    managers: mapping.managers.filter(({ managerId }) => managerId === null || active.has(managerId)),
    defaultManagerId: active.has(mapping.defaultManagerId) ? mapping.defaultManagerId : null,
  }
}
