import type { Transaction } from '#server/platform/db/database.ts'
import type { Keyring } from '#server/platform/encryption/keyring.ts'
import { isEncryptedWithNewest } from '#server/platform/encryption/text-cipher.ts'

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

interface Facts<Value> {
  what: string
  /** A batch of rows in order, locked. */
  some: (tx: Transaction, after: string | null) => Promise<{ id: string; value: Value }[]>
  texts: (value: Value) => readonly string[]
  reencrypt: (keyring: Keyring, id: string, value: Value) => Value
  write: (tx: Transaction, id: string, value: Value) => Promise<unknown>
}

export const ROWS_AT_ONCE = 50

/** A table from how its rows are read, encrypted again and written. */
export function encryptedTable<Value>({ what, some, texts, reencrypt, write }: Facts<Value>): EncryptedTable {
  return {
    what,
    async reencryptBatch(tx, keyring, after) {
      const rows = await some(tx, after)
      const stale = rows.filter(({ value }) =>
        texts(value).some((text) => !isEncryptedWithNewest(keyring, text)),
      )
      for (const { id, value } of stale) await write(tx, id, reencrypt(keyring, id, value))
      return { next: rows.at(-1)?.id ?? null, resealed: stale.length }
    },
  }
}
