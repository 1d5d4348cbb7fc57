import { clsx } from 'clsx'
import { memo } from 'react'
import type { ListRow, ListShapeProps, RowProps } from './list-shape.ts'

/** The height of a card's line, and of its other parts, in px. */
const CARD_LINE = 40
const CARD_REST = 34

/** The minimum height of a card that a list draws itself, in px. */
const COMPACT_CARD = 77

/** The minimum height of a card in a windowed list, in px. */
export function cardHeight(columns: readonly unknown[], isCompact: boolean): number {
  if (isCompact) return COMPACT_CARD
  return columns.length * CARD_LINE + CARD_REST
}

/** A list on a phone. */
export function Cards<Row extends ListRow, Sort extends string>({
  caption,
  columns,
  list,
  ref,
  indexes,
  above,
  below,
  measure,
  opened,
  card,
}: ListShapeProps<Row, Sort>) {
  const minHeight = list.isWindowed ? cardHeight(columns, card !== undefined) : undefined
  return (
    <div ref={ref} className={clsx(list.isOutdated && 'opacity-60')}>
      <div style={{ height: above }} />
      <ul aria-label={caption} className={clsx(card && 'border-t border-hairline')}>
        {indexes.map((index) => {
          const row = list.rows[index - list.offset]
          return (
            <li
              key={row?.id ?? index}
              ref={measure}
              data-index={index}
              data-row={row?.id}
              style={{ minHeight }}
              className={clsx('grid', card === undefined && 'pb-4')}
            >
              {row === undefined ? (
                <p className="h-full border border-hairline bg-sunken p-4 text-ink-soft">Loading more…</p>
              ) : card ? (
                <div
                  className={clsx(
                    'flex items-center gap-3 border-b border-hairline has-[[data-opens]]:cursor-pointer',
                    'has-[[data-opens]:focus-visible]:bg-primary-wash',
                    row.id === opened && 'bg-primary-wash',
                  )}
                >
                  {card(row)}
                </div>
              ) : (
                <Card {...{ row, columns, isWindowed: list.isWindowed, isOpened: row.id === opened }} />
              )}
            </li>
          )
        })}
      </ul>
      <div style={{ height: below }} />
    </div>
  )
}

function PlainCard<Row>({ row, columns, isWindowed, isOpened }: Omit<RowProps<Row>, 'index' | 'measure'>) {
  return (
    <dl
      className={clsx(
        'h-full border px-4 py-2 has-[[data-opens]]:cursor-pointer',
        'has-[[data-opens]:focus-visible]:bg-primary-wash',
        isOpened ? 'border-brass-line bg-primary-wash' : 'border-hairline bg-surface',
      )}
    >
      {columns.map(({ id, title, isAction, cell }) => (
        <div
          key={id}
          className={clsx(
            // With large text the value moves below its title.
            'flex flex-wrap gap-x-3',
            isWindowed ? 'min-h-10 items-center' : 'items-baseline py-1.5',
          )}
        >
          <dt className={isAction ? 'sr-only' : 'w-26 text-sm text-ink-soft'}>{title}</dt>
          <dd className="min-w-0 flex-[1_1_8rem] wrap-anywhere">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

const Card = memo(PlainCard) as typeof PlainCard
