import type { Column } from '#client/shared/lists/column.ts'
import { ListSection, type ListWords } from '#client/shared/lists/list-section.tsx'
import { ListTable } from '#client/shared/lists/list-table.tsx'
import type { LoadedRows } from '#client/shared/lists/use-list.ts'

/** As many as specification section 7 has the pages ask for. */
export const LOG_PAGE_ROWS = 50

/** What is read again together. */
export const logKey = 'audit-log'

const words: ListWords = {
  loading: 'Loading the log...',
  failed: 'The log couldn’t be loaded',
  moreFailed: 'Older entries couldn’t be loaded. Please try again.',
  more: (shown) => (shown === 0 ? 'Search further back' : 'Show older entries'),
}

export type LogListProps<Row> = {
  log: LoadedRows<Row>
  columns: readonly Column<Row>[]
  /** What the list is called: "Audit log". */
  caption: string
  /** What is said where there is nothing to show. */
  empty: string
}

/** Rows of the audit log, and older ones on demand. */
export function LogList<Row extends { id: string }>({ log, columns, caption, empty }: LogListProps<Row>) {
  return (
    <ListSection list={log} words={words} empty={empty} count={shownInWords(log)}>
      <ListTable caption={caption} columns={columns} list={log} />
    </ListSection>
  )
}

function shownInWords({ rows, total }: LoadedRows<unknown>): string {
  const shown = rows.length.toLocaleString('en-ZA')
  if (total === null) return `Showing ${shown} ${rows.length === 1 ? 'entry' : 'entries'}`
  return `Showing ${shown} of ${total.toLocaleString('en-ZA')} ${total === 1 ? 'entry' : 'entries'}`
}
