import type { TableRow } from '#domain/imports/cells.ts'
import type { importRows } from '#server/platform/db/import-schema.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { decryptImportText, rowId } from './encrypted-text.ts'

/** Decrypts a row of a file; one that was erased has no cells. */
export function decryptRow(
  keyring: Keyring,
  { importId, row, cells }: Pick<typeof importRows.$inferSelect, 'importId' | 'row' | 'cells'>,
): TableRow {
  if (cells === null) return { number: row, cells: [] }
  const text = decryptImportText(keyring, ['import_rows', rowId(importId, row), 'cells'], cells)
  // Written by `create-import.ts` only.
  return { number: row, ...(JSON.parse(text) as Omit<TableRow, 'number'>) }
}
