import { decrypt } from '#base/server/db/encrypted-columns.ts'
import { importRows } from '#features/imports/schema.ts'
import type { TableRow } from '#base/rules/tables/cells.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { rowId } from './content.ts'

/** Decrypts a row of a file; one that was erased has no cells. */
export function decryptRow(
  keyring: Keyring,
  { importId, row, cells }: Pick<typeof importRows.$inferSelect, 'importId' | 'row' | 'cells'>,
): TableRow {
  if (cells === null) return { number: row, cells: [] }
  const text = decrypt(keyring, importRows.cells, rowId(importId, row), cells)
  // Written by `create-import.ts` only.
  return { number: row, ...(JSON.parse(text) as Omit<TableRow, 'number'>) }
}
