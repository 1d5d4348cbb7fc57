import { clsx } from 'clsx'
import { useId } from 'react'

export type BarItem = { label: string; value: number }

export type BarSide = {
  /** "What you own" */
  title: string
  items: readonly BarItem[]
  totalLabel: string
  total: number
  /** Solid ink green or hatched brass, so that sides differ without colour too. */
  fill: 'solid' | 'hatched'
}

export type BarChartProps = {
  /** What the chart shows, for the tables' captions. */
  caption: string
  sides: readonly BarSide[]
  format: (value: number) => string
  /** Text of a side without items. */
  emptyText?: string
  /** Whether each side ends with its total. */
  totals?: boolean
}

/** The length of a bar, in percent of the longest one in the chart. */
export function barPercent(value: number, longest: number): number {
  if (longest <= 0 || value <= 0) return 0
  return Math.min(100, Math.max(0.5, (value / longest) * 100))
}

/** Amounts by group on two sides with one scale. The chart is also its table, so that screen readers read the same. */
export function BarChart({
  caption,
  sides,
  format,
  emptyText = 'Nothing entered',
  totals = true,
}: BarChartProps) {
  const longest = Math.max(
    ...sides.map((side) => Math.max(side.total, ...side.items.map((item) => item.value))),
  )
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {sides.map((side) => (
        <table key={side.title} className="w-full self-start">
          <caption className="pb-2 text-left font-serif text-lg">
            <span>{side.title}</span>
            <span className="sr-only">{`: ${caption}`}</span>
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {side.items.map((item) => (
              <BarRow key={item.label} {...item} {...{ longest, format }} fill={side.fill} />
            ))}
            {side.items.length === 0 ? (
              <tr>
                <td colSpan={2} className="border-t border-hairline py-2 text-ink-soft">
                  {emptyText}
                </td>
              </tr>
            ) : null}
          </tbody>
          {totals ? (
            <tfoot>
              <BarRow
                label={side.totalLabel}
                value={side.total}
                {...{ longest, format }}
                fill={side.fill}
                total
              />
            </tfoot>
          ) : null}
        </table>
      ))}
    </div>
  )
}

type BarRowProps = BarItem &
  Pick<BarSide, 'fill'> & { longest: number; format: (value: number) => string; total?: boolean }

function BarRow({ label, value, longest, format, fill, total = false }: BarRowProps) {
  return (
    <tr
      className={clsx('border-t', total ? 'border-t-2 border-brass-line font-semibold' : 'border-hairline')}
    >
      <th
        scope="row"
        className={clsx(
          'w-full py-2 pr-4 text-left hyphens-auto wrap-anywhere',
          total ? 'font-semibold' : 'font-normal',
        )}
      >
        <span>{label}</span>
        <Bar percent={barPercent(value, longest)} fill={fill} />
      </th>
      <td className="amounts py-2 text-right align-top whitespace-nowrap">{format(value)}</td>
    </tr>
  )
}

/** One bar, in percent of the available width. */
export function Bar({ percent, fill }: { percent: number; fill: BarSide['fill'] }) {
  const hatch = useId()
  const solid = fill === 'solid'
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="8"
      className={clsx('mt-1 block', solid ? 'text-chart-own' : 'text-chart-owe')}
    >
      {solid ? null : (
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.25" height="4" fill="currentColor" />
        </pattern>
      )}
      <rect width={`${percent}%`} height="8" fill={solid ? 'currentColor' : `url(#${hatch})`} />
    </svg>
  )
}
