import { clsx } from 'clsx'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ApplicationSort } from '#domain/applications/review/list.ts'
import { useMedia } from '#client/ui/use-media.ts'
import type { Column } from './columns.tsx'
import type { ListView } from './list-view.ts'
import type { ApplicationRows } from './use-application-pages.ts'

/** What a row has at least. */
export interface ListRow {
  id: string
}

export type ApplicationsListProps<Sort extends ApplicationSort, Row extends ListRow> = {
  /** What the list holds, for those who hear it. */
  caption: string
  columns: readonly Column<Sort, Row>[]
  view: ListView<Sort>
  onSort: (sort: Sort) => void
  list: ApplicationRows<Row>
}

/** Where a list is a table; elsewhere it is cards. */
export const ROOM_FOR_TABLE = '(min-width: 56rem)'

/** A row of the table, in px: fixed, so that no row is measured and nothing jumps. */
const ROW_HEIGHT = 56
/** A line of a card, and what a card has besides its lines, in px. */
const CARD_LINE = 40
const CARD_REST = 34
const OVERSCAN = 10

/** Applications as a table, on a phone as cards. Only what is in sight is in the document, however long the list. */
export function ApplicationsList<Sort extends ApplicationSort, Row extends ListRow>(
  props: ApplicationsListProps<Sort, Row>,
) {
  const roomForTable = useMedia(ROOM_FOR_TABLE)
  return roomForTable ? <ApplicationsTable {...props} /> : <ApplicationCards {...props} />
}

interface Windowed {
  ref: RefObject<HTMLDivElement | null>
  /** The rows in sight, by their places in the whole list. */
  places: readonly number[]
  /** What is left out above and below, in px. */
  above: number
  below: number
}

/** Which rows of the list are in sight; asks for those that are not loaded. */
function useWindowed(list: ApplicationRows<ListRow>, height: number): Windowed {
  const ref = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const box = ref.current
    if (box) setScrollMargin(box.getBoundingClientRect().top + window.scrollY)
  }, [list.isLoading])
  // What it returns is read at once and handed to nobody, so nothing that is memoised grows stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: list.offset + list.rows.length + (list.hasMore ? 1 : 0),
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const want = useEffectEvent(() => {
    if (first && last) list.want(first.index, last.index)
  })
  useEffect(() => want(), [first?.index, last?.index, list.rows])
  return {
    ref,
    places: items.map(({ index }) => index),
    above: first ? first.start - scrollMargin : 0,
    below: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}

function ApplicationsTable<Sort extends ApplicationSort, Row extends ListRow>(
  props: ApplicationsListProps<Sort, Row>,
) {
  const { caption, columns, view, onSort, list } = props
  const { ref, places, above, below } = useWindowed(list, ROW_HEIGHT)
  return (
    <div ref={ref} className={clsx(list.isOutdated && 'opacity-60')}>
      <table
        className="w-full table-fixed"
        aria-rowcount={(list.total ?? -1) + (list.total === null ? 0 : 1)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <ColumnHeader key={column.id} {...{ column, view, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} columns={columns.length} />
          {places.map((place) => {
            const application = list.rows[place - list.offset]
            return application === undefined ? (
              <EmptyRow key={place} columns={columns.length} />
            ) : (
              <TableRow key={application.id} {...{ application, columns, place }} />
            )
          })}
          <Spacer height={below} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

type ColumnHeaderProps<Sort extends ApplicationSort, Row extends ListRow> = {
  column: Column<Sort, Row>
} & Pick<ApplicationsListProps<Sort, Row>, 'view' | 'onSort'>

function ColumnHeader<Sort extends ApplicationSort, Row extends ListRow>({
  column,
  view,
  onSort,
}: ColumnHeaderProps<Sort, Row>) {
  const { title, head = title, sort, width, align } = column
  const sorted = sort !== undefined && view.sort === sort
  const Sign = sorted ? (view.direction === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? (view.direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={clsx(
        'sticky top-0 z-10 h-12 border-b-2 border-hairline bg-paper px-3 text-sm font-semibold first:pl-0 last:pr-0',
        align === 'right' ? 'text-right' : 'text-left',
        width,
      )}
    >
      {sort === undefined ? (
        head
      ) : (
        <button
          type="button"
          onClick={() => onSort(sort)}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-semibold hover:text-link"
        >
          {title}
          <Sign aria-hidden="true" className={clsx('size-4', sorted ? 'text-brass' : 'text-ink-soft')} />
        </button>
      )}
    </th>
  )
}

/** Stands for the rows that are not in the document. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height }}>
        {' '}
      </td>
    </tr>
  )
}

function EmptyRow({ columns }: { columns: number }) {
  return (
    <tr className="h-14 border-b border-hairline">
      <td colSpan={columns}>
        <span className="block h-4 w-2/3 rounded-sm bg-sunken" />
        <span className="sr-only">Loading more applications</span>
      </td>
    </tr>
  )
}

type RowProps<Row> = {
  application: Row
  columns: readonly Column<ApplicationSort, Row>[]
  /** Counted from 0. */
  place: number
}

function PlainTableRow<Row>({ application, columns, place }: RowProps<Row>) {
  return (
    <tr aria-rowindex={place + 2} className="h-14 border-b border-hairline hover:bg-sunken">
      {columns.map(({ id, align, cell }) => (
        <td
          key={id}
          className={clsx('truncate px-3 first:pl-0 last:pr-0', align === 'right' && 'amounts text-right')}
        >
          {cell(application)}
        </td>
      ))}
    </tr>
  )
}

/** React's `memo` forgets that a component is generic; it changes nothing else about its type. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow

function ApplicationCards<Sort extends ApplicationSort, Row extends ListRow>({
  caption,
  columns,
  list,
}: ApplicationsListProps<Sort, Row>) {
  const height = columns.length * CARD_LINE + CARD_REST
  const { ref, places, above, below } = useWindowed(list, height)
  return (
    <div ref={ref} className={clsx(list.isOutdated && 'opacity-60')}>
      <div style={{ height: above }} />
      <ul aria-label={caption}>
        {places.map((place) => {
          const application = list.rows[place - list.offset]
          return (
            <li key={application?.id ?? place} style={{ height }} className="overflow-hidden pb-4">
              {application === undefined ? (
                <p className="h-full border border-hairline bg-sunken p-4 text-ink-soft">Loading more…</p>
              ) : (
                <Card {...{ application, columns }} />
              )}
            </li>
          )
        })}
      </ul>
      <div style={{ height: below }} />
    </div>
  )
}

function PlainCard<Row>({ application, columns }: Pick<RowProps<Row>, 'application' | 'columns'>) {
  return (
    <dl className="h-full border border-hairline bg-surface px-4 py-2">
      {columns.map(({ id, title, isAction, cell }) => (
        <div key={id} className={clsx('grid h-10 items-center gap-3', !isAction && 'grid-cols-[6.5rem_1fr]')}>
          <dt className={isAction ? 'sr-only' : 'text-sm text-ink-soft'}>{title}</dt>
          <dd className="truncate">{cell(application)}</dd>
        </div>
      ))}
    </dl>
  )
}

const Card = memo(PlainCard) as typeof PlainCard
