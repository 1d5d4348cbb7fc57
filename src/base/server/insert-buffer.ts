import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'

/** Target of the inserts: transaction and context. */
interface Into {
  tx: Transaction
  context: Pick<Context, 'settings' | 'keyring' | 'dryRun'>
}

/** Inserts all rows of one kind with one statement. */
type WriteRows<Row> = (into: Into, rows: readonly Row[]) => Promise<void>

/**
 * Rows to insert at the end of a transaction, one statement per kind; nothing in the transaction reads them before
 * (docs/decisions/0082).
 */
export interface InsertBuffer {
  add: <Row>(write: WriteRows<Row>, row: Row) => void
  write: (into: Into) => Promise<void>
}

/** An empty buffer. */
export function createInsertBuffer(): InsertBuffer {
  const kinds = new Map<WriteRows<never>, unknown[]>()
  return {
    add(write, row) {
      const rows = kinds.get(write)
      if (rows === undefined) kinds.set(write, [row])
      else rows.push(row)
    },
    async write(into) {
      // Rows are stored under the writer that accepts them, so the cast is safe.
      for (const [write, rows] of kinds) await write(into, rows as never[])
    },
  }
}
