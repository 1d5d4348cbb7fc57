import type { Column } from '#base/client/lists/column.ts'
import { ListSection, type ListTexts } from '#base/client/lists/list-section.tsx'
import { ListTable } from '#base/client/lists/list-table.tsx'
import type { LoadedRows } from '#base/client/lists/use-list.ts'

/** The page size of specification section 7. */
export const LOG_PAGE_ROWS = 50

/** The key prefix of the log's lists, which are refetched together. */
export const logKey = 'audit-log'

const texts: ListTexts = {
  loading: 'Loading the log...',
  failed: 'The log couldn’t be loaded',
  moreFailed: 'Older entries couldn’t be loaded. Please try again.',
  more: (shown) => (shown === 0 ? 'Search further back' : 'Show older entries'),
}

export type LogListProps<Row> = {
  log: LoadedRows<Row>
  columns: readonly Column<Row>[]
  /** The list's name: "Audit log". */
  caption: string
  /** The text of an empty list. */
  empty: string
}

/** Rows of the audit log, older ones on demand. */
export function LogList<Row extends { id: string }>({ log, columns, caption, empty }: LogListProps<Row>) {
  return (
    <ListSection list={log} texts={texts} empty={empty} count={shownText(log)}>
      <ListTable caption={caption} columns={columns} list={log} />
    </ListSection>
  )
}

function shownText({ rows, total }: LoadedRows<unknown>): string {
  const shown = rows.length.toLocaleString('en-ZA')
  if (total === null) return `Showing ${shown} ${rows.length === 1 ? 'entry' : 'entries'}`
  return `Showing ${shown} of ${total.toLocaleString('en-ZA')} ${total === 1 ? 'entry' : 'entries'}`
}
