import { clsx } from 'clsx'
import { memo } from 'react'
import type { ListRow, ListShapeProps, RowProps } from './list-shape.ts'

/** A line of a card, and what a card has besides its lines, in px. */
const CARD_LINE = 40
const CARD_REST = 34

/** How high a card of a windowed list is at least, in px. */
export function cardHeight(columns: readonly unknown[]): number {
  return columns.length * CARD_LINE + CARD_REST
}

/** A list on a phone. */
export function Cards<Row extends ListRow, Sort extends string>({
  caption,
  columns,
  list,
  ref,
  places,
  above,
  below,
  measure,
}: ListShapeProps<Row, Sort>) {
  const minHeight = list.isWindowed ? cardHeight(columns) : undefined
  return (
    <div ref={ref} className={clsx(list.isOutdated && 'opacity-60')}>
      <div style={{ height: above }} />
      <ul aria-label={caption}>
        {places.map((place) => {
          const row = list.rows[place - list.offset]
          return (
            <li
              key={row?.id ?? place}
              ref={measure}
              data-index={place}
              style={{ minHeight }}
              className="grid pb-4"
            >
              {row === undefined ? (
                <p className="h-full border border-hairline bg-sunken p-4 text-ink-soft">Loading more…</p>
              ) : (
                <Card {...{ row, columns, isWindowed: list.isWindowed }} />
              )}
            </li>
          )
        })}
      </ul>
      <div style={{ height: below }} />
    </div>
  )
}

function PlainCard<Row>({ row, columns, isWindowed }: Omit<RowProps<Row>, 'place' | 'measure'>) {
  return (
    <dl className="h-full border border-hairline bg-surface px-4 py-2">
      {columns.map(({ id, title, isAction, cell }) => (
        <div
          key={id}
          className={clsx(
            'grid gap-3',
            isWindowed ? 'min-h-10 items-center' : 'items-baseline py-1.5',
            !isAction && 'grid-cols-[6.5rem_1fr]',
          )}
        >
          <dt className={isAction ? 'sr-only' : 'text-sm text-ink-soft'}>{title}</dt>
          <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

const Card = memo(PlainCard) as typeof PlainCard
