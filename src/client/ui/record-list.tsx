import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useMedia } from './use-media.ts'

/** One column of a list of records. */
export interface RecordColumn<Row> {
  id: string
  title: string
  /** A utility that sets the width of the column in the table. */
  width?: string
  cell: (row: Row) => ReactNode
}

export type RecordListProps<Row> = {
  /** What the list holds, for those who hear it. */
  caption: string
  columns: readonly RecordColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
}

/** Records as a table, on a phone as cards: for lists of some hundred that need no sorting. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const roomForTable = useMedia('(min-width: 56rem)')
  return roomForTable ? <RecordTable {...props} /> : <RecordCards {...props} />
}

function RecordTable<Row>({ caption, columns, rows, idOf }: RecordListProps<Row>) {
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, title, width }) => (
            <th
              key={id}
              scope="col"
              className={clsx(
                'h-12 border-b-2 border-hairline px-3 text-left text-sm font-semibold first:pl-0 last:pr-0',
                width,
              )}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)} className="border-b border-hairline hover:bg-sunken">
            {columns.map(({ id, cell }) => (
              <td key={id} className="px-3 py-2.5 align-top wrap-anywhere first:pl-0 last:pr-0">
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RecordCards<Row>({ caption, columns, rows, idOf }: RecordListProps<Row>) {
  return (
    <ul aria-label={caption} className="grid gap-4">
      {rows.map((row) => (
        <li key={idOf(row)}>
          <dl className="border border-hairline bg-surface px-4 py-2">
            {columns.map(({ id, title, cell }) => (
              <div key={id} className="grid grid-cols-[6.5rem_1fr] items-baseline gap-3 py-1.5">
                <dt className="text-sm text-ink-soft">{title}</dt>
                <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
