import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { TableRow } from '#base/rules/tables/cells.ts'
import { knownHeaders } from '#features/imports/rules/match-columns.ts'
import { record } from '#features/audit/server/record.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { requireFirm } from '#features/accounts/server/mails.ts'
import { findUpload } from '#features/documents/server/upload-addresses.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { columnsOf, encryptContent, isOfClients, type ImportContent, type ImportRecord } from './content.ts'
import { rowId } from './content.ts'
import { readUpload, requireRows } from './read-upload.ts'
import type { Table } from '#base/server/tables/table.ts'

const TOO_MANY = 'You’ve uploaded too many files to import in the last hour.'
const ROWS_AT_ONCE = 500

/**
 * Reads an uploaded file of clients and stores its rows, encrypted, for matching its columns.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError invalid (400) for an unknown address; conflict (409, `setup-incomplete`); throttled (429); as
 * `readUpload`
 */
export async function createImport<Answer>(
  act: CommandContext,
  { documentURL, fileName }: { documentURL: string; fileName: string },
  answer: (tx: Transaction, id: string) => Promise<Answer>,
): Promise<Answer> {
  const { context, actor, origin, now } = act
  const upload = await findUpload(context.database.db, { address: documentURL, userId: actor.userId })
  if (upload === null || upload.purpose !== null || upload.documentId !== null) {
    const message = 'Please upload the file first.'
    throw new DomainError('invalid', message, { errors: [{ path: 'documentURL', message }] })
  }
  requireFirm(context.settings)
  await countWithin(context, ['imports', actor.userId, TOO_MANY])
  const { table, sha256, bytes } = await readUpload(act, upload.objectKey, { known: knownHeaders })
  const { headerRow } = table
  requireRows(table, headerRow)
  return inTransaction(act, async (work) => {
    const id = newId()
    const content = contentOf(table, { fileName, headerRow })
    await work.tx.insert(imports).values({
      id,
      kind: 'clients',
      actorId: actor.userId,
      ip: origin.ip,
      content: encryptContent(context.keyring, id, content),
      uploadKey: upload.objectKey,
      sha256,
      bytes,
      headerRow,
      state: 'read',
      createdAt: now,
    })
    await stageRows(work, id, table.rows)
    await record(work, 'import.uploaded', null, { importId: id, kind: 'clients', bytes, sha256 })
    return answer(work.tx, id)
  })
}

export function contentOf(
  { rows, ...reading }: Table,
  { fileName, headerRow }: { fileName: string; headerRow: number },
): ImportContent {
  return {
    fileName,
    reading: { ...reading, headerRow },
    columns: columnsOf(rows, headerRow),
    mapping: null,
    groups: { byStatus: [], byManager: [] },
  }
}

export async function stageRows(
  { tx, context: { keyring } }: TransactionContext,
  importId: string,
  rows: readonly TableRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    const texts = some.map((row) => encryptRow(keyring, importId, row))
    await tx.execute(sql`
      insert into ${importRows} (import_id, row, cells)
      select ${importId}, staged.row, staged.cells
      from unnest(${sql.param(some.map(({ number }) => number))}::int[], ${sql.param(texts)}::text[]) staged (row, cells)`)
  }
}

/** Encrypts the cells of a row. */
export function encryptRow(keyring: Keyring, importId: string, { number, cells, hidden }: TableRow): string {
  const text = JSON.stringify({ cells, ...(hidden && { hidden }) })
  return encrypt(keyring, importRows.cells, rowId(importId, number), text)
}

/** Locks an import. @throws DomainError not-found */
export async function lockImport(tx: Transaction, id: string): Promise<ImportRecord> {
  const [found] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), isOfClients))
    .for('update')
  if (found === undefined) throw notFound()
  return found
}

/** @throws DomainError conflict (409, `too-late`) */
export function requireNotStarted({ state }: Pick<ImportRecord, 'state'>): void {
  if (state === 'read' || state === 'checked') return
  throw new DomainError('conflict', 'This import has already started.', { code: 'too-late' })
}
