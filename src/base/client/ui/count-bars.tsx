import type { ReactNode } from 'react'
import { barPercent } from './bar-chart.tsx'

export type CountBar = { id: string; label: ReactNode; count: number }

export type CountBarsProps = {
  caption: string
  /** The heads of the two columns, for screen readers. */
  heads: readonly [string, string]
  bars: readonly CountBar[]
}

/** A count per category: a bar chart that is also its table. */
export function CountBars({ caption, heads, bars }: CountBarsProps) {
  const longest = Math.max(0, ...bars.map(({ count }) => count))
  return (
    <table className="w-full self-start">
      <caption className="pb-2 text-left font-serif text-lg">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, label, count }) => (
          <tr key={id} className="border-t border-hairline">
            <th scope="row" className="py-1 pr-3 text-left text-sm font-normal">
              {label}
            </th>
            <td className="amounts py-1 pr-3 text-right text-sm">{count.toLocaleString('en-ZA')}</td>
            <td aria-hidden="true" className="w-1/2 py-1">
              <svg width="100%" height="10" className="block text-chart-own">
                <rect width={`${barPercent(count, longest)}%`} height="10" fill="currentColor" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
