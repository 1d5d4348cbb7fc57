import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo } from 'react'
import type { Column } from './column.ts'
import type { ListOrder, ListRow, ListShapeProps, RowProps } from './list-shape.ts'

/** The minimum height of a row, in px; higher rows are measured. */
export const ROW_HEIGHT = 40

/** A list as a table. */
export function Table<Row extends ListRow, Sort extends string>({
  caption,
  columns,
  list,
  order,
  ref,
  indexes,
  above,
  below,
  measure,
  opened,
}: ListShapeProps<Row, Sort>) {
  const { isWindowed, total, offset, rows, isOutdated } = list
  return (
    <div ref={ref} className={clsx(isOutdated && 'opacity-60')}>
      <table
        className="w-full table-fixed"
        {...(isWindowed && { 'aria-rowcount': total === null ? -1 : total + 1 })}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={isWindowed ? 1 : undefined}>
            {columns.map((column) => (
              <ColumnHeader key={column.id} {...{ column, order }} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} columns={columns.length} />
          {indexes.map((index) => {
            const row = rows[index - offset]
            return row === undefined ? (
              <EmptyRow key={index} columns={columns.length} />
            ) : (
              <TableRow
                key={row.id}
                isOpened={row.id === opened}
                {...{ row, columns, index, isWindowed, measure }}
              />
            )
          })}
          <Spacer height={below} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

function ColumnHeader<Row, Sort extends string>({
  column,
  order,
}: {
  column: Column<Row, Sort>
  order: ListOrder<Sort> | undefined
}) {
  const { title, head = title, sort, width, align } = column
  const sorted = sort !== undefined && order?.sort === sort
  const ascending = order?.direction === 'asc'
  const Icon = ascending ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : undefined}
      className={clsx(
        'sticky top-0 z-10 h-9 border-b [&_label]:min-h-9 [&_label]:py-1.5 border-edge bg-paper text-xs font-semibold last:pr-0',
        align === 'right' ? 'pr-6 text-right' : 'pr-2 text-left',
        width,
      )}
    >
      {sort === undefined || order === undefined ? (
        head
      ) : (
        <button
          type="button"
          onClick={() => order.onSort(sort)}
          className="inline-flex min-h-11 items-center gap-1 rounded-sm text-left font-semibold hover:text-link desk:min-h-9"
        >
          <span>{title}</span>
          {sorted ? <Icon aria-hidden="true" className="size-4 text-brass" /> : null}
        </button>
      )}
    </th>
  )
}

/** Takes the height of the rows that are not rendered. */
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
    <tr className="h-10 border-b border-hairline">
      <td colSpan={columns}>
        <span className="block h-4 w-2/3 rounded-sm bg-sunken" />
        <span className="sr-only">Loading more</span>
      </td>
    </tr>
  )
}

function PlainTableRow<Row extends ListRow>({
  row,
  columns,
  index,
  isWindowed,
  isOpened,
  measure,
}: RowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row={row.id}
      aria-current={isOpened ? 'true' : undefined}
      aria-rowindex={isWindowed ? index + 2 : undefined}
      className={clsx(
        'scroll-mt-16 scroll-mb-4 border-b border-hairline hover:bg-sunken has-[[data-opens]]:cursor-pointer',
        'h-10 text-sm leading-4.5 has-[[data-opens]:focus-visible]:bg-primary-wash',
        isOpened &&
          'bg-primary-wash shadow-[-8px_0_0_var(--color-primary-wash),-11px_0_0_var(--color-brass-line)]',
      )}
    >
      {columns.map(({ id, align, cell }) => (
        <td
          key={id}
          className={clsx(
            'last:pr-0',
            // Controls take the height of the row.
            isWindowed
              ? 'break-words [&_a]:py-0.5 [&_.min-h-11]:min-h-9 [&_label]:min-h-9 [&_label]:py-1.5'
              : 'py-1 wrap-anywhere',
            align === 'right' ? 'amounts pr-6 text-right' : 'pr-2',
          )}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** `memo` loses the generic type; the cast restores it. */
const TableRow = memo(PlainTableRow) as typeof PlainTableRow
