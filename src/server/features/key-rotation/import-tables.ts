import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { reencryptImportText } from '#server/features/imports/encrypted-text.ts'
import { importRows, imports } from '#server/platform/db/import-schema.ts'
import { encryptedTable, ROWS_AT_ONCE } from './encrypted-table.ts'

/** Import and row, separated by a space, as `rowId` of the encryption. */
const idOfRow = sql<string>`(${importRows.importId}::text || ' ' || ${importRows.row}::text) collate "C"`

/** The encrypted columns of imports. */
export const importTables = [
  encryptedTable({
    what: 'imports',
    some: (tx, after) =>
      tx
        .select({ id: imports.id, value: imports.content })
        .from(imports)
        .where(after === null ? undefined : gt(imports.id, after))
        .orderBy(asc(imports.id))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: (content) => [content],
    reencrypt: (keyring, id, content) => reencryptImportText(keyring, ['imports', id, 'content'], content),
    write: (tx, id, content) => tx.update(imports).set({ content }).where(eq(imports.id, id)),
  }),
  encryptedTable({
    what: 'rows of imports',
    some: (tx, after) =>
      tx
        .select({ id: idOfRow, value: { cells: importRows.cells, reason: importRows.reason } })
        .from(importRows)
        .where(and(isNotNull(importRows.cells), after === null ? undefined : gt(idOfRow, after)))
        .orderBy(asc(idOfRow))
        .limit(ROWS_AT_ONCE)
        .for('update'),
    texts: ({ cells, reason }) => [cells, reason].filter((text) => text !== null),
    reencrypt: (keyring, id, { cells, reason }) => ({
      cells: reencryptImportText(keyring, ['import_rows', id, 'cells'], cells),
      reason: reencryptImportText(keyring, ['import_rows', id, 'reason'], reason),
    }),
    write: (tx, id, texts) => tx.update(importRows).set(texts).where(eq(idOfRow, id)),
  }),
]
