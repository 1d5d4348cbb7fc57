import { eq } from 'drizzle-orm'
import { knownHeaders } from '#features/imports/rules/match-columns.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { ReadingOptions } from '#base/server/tables/table.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { decryptContent, encryptContent } from './content.ts'
import { keepCorrections } from './corrections.ts'
import { contentOf, lockImport, requireNotStarted, stageRows } from './create-import.ts'
import { findImport } from './queries.ts'
import { readUpload, requireRows } from './read-upload.ts'

/**
 * Reads the file of an import in another way; columns must be matched again. Corrected cells that still exist, and rows
 * that were left out of the same sheet, stay so.
 *
 * @param chosen.discard accepts that the other corrections are lost
 * @throws DomainError not-found; conflict (409) once it has started, where the file is gone, and (`corrections-lost`)
 * where corrections would be lost; as `readUpload`
 */
export async function changeReading(
  act: CommandContext,
  id: string,
  {
    headerRow: chosen,
    discard = false,
    ...options
  }: ReadingOptions & { headerRow?: number | undefined; discard?: boolean | undefined },
): Promise<void> {
  const { context } = act
  const found = await findImport(context.database.db, id)
  requireNotStarted(found)
  const { reading } = decryptContent(context.keyring, found)
  const { table } = await readUpload(act, found.uploadKey ?? '', {
    sheet: options.sheet ?? reading.sheet,
    encoding: options.encoding ?? reading.encoding ?? undefined,
    delimiter: options.delimiter ?? reading.delimiter ?? undefined,
    known: knownHeaders,
  })
  const isSameTable = options.sheet === undefined && options.delimiter === undefined
  const headerRow = chosen ?? (isSameTable ? found.headerRow : table.headerRow)
  requireRows(table, headerRow)
  await inTransaction(act, async (work) => {
    const { tx } = work
    const locked = await lockImport(tx, id)
    requireNotStarted(locked)
    const {
      fileName,
      reading: before,
      corrections = [],
      leftOut = [],
    } = decryptContent(context.keyring, locked)
    const isSameSheet = table.sheet === before.sheet
    const { rows, retained, lost } = keepCorrections(table.rows, corrections, {
      isSameSheet,
      isSameDelimiter: table.delimiter === before.delimiter,
    })
    if (lost.length > 0 && !discard) throw correctionsLost(lost.map(({ row }) => row))
    const content = {
      ...contentOf({ ...table, rows }, { fileName, headerRow }),
      corrections: retained,
      leftOut: isSameSheet ? leftOut : [],
    }
    await tx
      .update(imports)
      .set({
        headerRow,
        state: 'read',
        actorId: work.actor.userId,
        content: encryptContent(context.keyring, id, content),
      })
      .where(eq(imports.id, id))
    await tx.delete(importRows).where(eq(importRows.importId, id))
    await stageRows(work, id, rows)
  })
}

const NAMED = 10

function correctionsLost(rows: readonly number[]): DomainError {
  const named = [...new Set(rows)].toSorted((one, other) => one - other)
  const more = named.length > NAMED ? ` and ${named.length - NAMED} more` : ''
  const what = rows.length === 1 ? '1 corrected cell is' : `${rows.length} corrected cells are`
  return new DomainError(
    'conflict',
    `${what} not in the file as it would be read: row ${named.slice(0, NAMED).join(', ')}${more}. They would be lost.`,
    { code: 'corrections-lost' },
  )
}
