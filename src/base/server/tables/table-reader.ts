import { receive, serveUntilDisconnected } from '#features/documents/server/inspection/receive.ts'
import { readTable } from './read-table.ts'
import { UnreadableTableError, type ReadingOptions, type Table } from './table.ts'

/** Response of this process: a table as JSON, or why there is none. */
export type TableAnswer =
  | { table: string }
  | { unreadable: { message: string; code: UnreadableTableError['code'] } }

/*
 * The process that reads uploaded tables, with the limits of the one that inspects documents.
 */
process.on('message', async ({ length, ...options }: ReadingOptions & { length: number }) => {
  process.send?.(await answerFor(receive(length), options))
})

async function answerFor(bytes: Uint8Array, options: ReadingOptions): Promise<TableAnswer> {
  try {
    return { table: JSON.stringify((await readTable(bytes, options)) satisfies Table) }
  } catch (error) {
    if (!(error instanceof UnreadableTableError)) throw error
    return { unreadable: { message: error.message, code: error.code } }
  }
}

serveUntilDisconnected()
