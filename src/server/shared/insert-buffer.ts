import type { Context } from '#server/shared/context.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/** Where rows are written to, and with what. */
interface Into {
  tx: Transaction
  context: Pick<Context, 'settings' | 'keyring' | 'dryRun'>
}

/** Writes rows of one kind, however many, by one statement. */
type WriteRows<Row> = (into: Into, rows: readonly Row[]) => Promise<void>

/**
 * What is written at the end of a transaction, those of one kind together, where much is done in it: nothing in the transaction
 * reads it before (docs/decisions/0082).
 */
export interface InsertBuffer {
  add: <Row>(write: WriteRows<Row>, row: Row) => void
  write: (into: Into) => Promise<void>
}

/** Nothing yet. */
export function createInsertBuffer(): InsertBuffer {
  const kinds = new Map<WriteRows<never>, unknown[]>()
  return {
    add(write, row) {
      const rows = kinds.get(write)
      if (rows === undefined) kinds.set(write, [row])
      else rows.push(row)
    },
    async write(into) {
      // Each stands with what wrote it down: it is what that takes.
      for (const [write, rows] of kinds) await write(into, rows as never[])
    },
  }
}
