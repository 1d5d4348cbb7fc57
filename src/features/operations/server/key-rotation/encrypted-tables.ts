import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  isNotNull,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { subjectHashes } from '#features/screening/server/document-numbers.ts'
import { decryptSubject } from '#features/screening/server/subjects.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { decrypt, encrypt, encryptedColumns } from '#base/server/db/encrypted-columns.ts'
import { applications } from '#features/access/schema/tables.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { isEncryptedWithNewest } from '#base/server/encryption/text-cipher.ts'
import {
  decryptAnswers,
  encryptedTexts,
  storedAnswers,
} from '#features/applications/server/record/encrypted-answers.ts'

const ROWS_AT_ONCE = 50

/** Checked rows, and how many of them were re-encrypted. */
export interface BatchResult {
  /** The next cursor; null at the end. */
  next: string | null
  resealed: number
}

/** A table with encrypted columns. */
export interface EncryptedTable {
  /** Label for the output. */
  what: string
  /** Re-encrypts rows of a batch that use an older key, in a transaction. */
  reencryptBatch: (tx: Transaction, keyring: Keyring, after: string | null) => Promise<BatchResult>
}

type Row = Record<string, unknown>

interface Facts {
  what: string
  table: PgTable
  id: SQLWrapper
  /** Rows without a ciphertext are left out. */
  where?: SQL | undefined
  /** The ciphertexts of a row. */
  texts: (row: Row) => readonly string[]
  /** The values that change. */
  reencrypt: (keyring: Keyring, id: string, row: Row) => Row
}

function encryptedTable({ what, table, id, where, texts, reencrypt }: Facts): EncryptedTable {
  return {
    what,
    async reencryptBatch(tx, keyring, after) {
      const rows = await tx
        .select({ id: sql<string>`${id}`, row: getTableColumns(table) })
        .from(table)
        .where(and(where, after === null ? undefined : gt(id, after)))
        .orderBy(asc(id))
        .limit(ROWS_AT_ONCE)
        .for('update')
      const stale = rows.filter(({ row }) => texts(row).some((text) => !isEncryptedWithNewest(keyring, text)))
      for (const one of stale) {
        await tx
          .update(table)
          .set(reencrypt(keyring, one.id, one.row))
          .where(eq(id, one.id))
      }
      return { next: rows.at(-1)?.id ?? null, resealed: stale.length }
    },
  }
}

type Entry = (typeof encryptedColumns)[number]

/** A table whose columns hold one ciphertext each; null, and the empty text of a mail that was sent, hold none. */
function tableOf(entries: readonly [Entry, ...Entry[]]): EncryptedTable {
  const [{ column: first, id }] = entries
  const { table } = first
  const keys = Object.entries(getTableColumns(table))
  const named = entries.map(({ column }) => ({
    column,
    name: keys.find(([, one]) => one === column)?.[0] ?? '',
  }))
  const filled = (row: Row) =>
    named.flatMap(({ column, name }) => {
      const text = row[name]
      return typeof text === 'string' && text !== '' ? [{ column, name, text }] : []
    })
  return encryptedTable({
    what: getTableName(table).replaceAll('_', ' '),
    table,
    id,
    where: or(...entries.map(({ column }) => isNotNull(column))),
    texts: (row) => filled(row).map(({ text }) => text),
    reencrypt: (keyring, rowId, row) => ({
      ...Object.fromEntries(
        filled(row).map(({ column, name, text }) => [
          name,
          encrypt(keyring, column, rowId, decrypt(keyring, column, rowId, text)),
        ]),
      ),
      ...(table === screeningSubjects && hashesOf(keyring, row as typeof screeningSubjects.$inferSelect)),
    }),
  })
}

/** Document numbers are hashed with the keys of the keyring, so they change together with the facts. */
function hashesOf(keyring: Keyring, row: typeof screeningSubjects.$inferSelect): Row {
  if (row.documentHashes.length === 0) return {}
  return { documentHashes: subjectHashes(keyring, decryptSubject(keyring, row).facts.person) }
}

const answers = encryptedTable({
  what: 'answers',
  table: applications,
  id: applications.id,
  texts: (row) => encryptedTexts((row as typeof applications.$inferSelect).answers),
  // The ID number is hashed with a key too.
  reencrypt: (keyring, id, row) => ({
    ...storedAnswers(
      keyring,
      id,
      decryptAnswers(keyring, id, (row as typeof applications.$inferSelect).answers),
    ),
  }),
})

/** Every table with encrypted columns. */
export const encryptedTables: readonly EncryptedTable[] = [
  answers,
  ...[...Map.groupBy(encryptedColumns, ({ column }) => column.table).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [tableOf([first, ...others])],
  ),
]
