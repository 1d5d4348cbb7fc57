import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Spread } from '#features/review/api/time-figures.ts'

export interface SpreadRow<Name extends string> {
  id: string
  label: ReactNode
  spreads: Readonly<Record<Name, Spread>>
}

export type SpreadTableProps<Name extends string> = {
  caption: string
  /** The head of the rows. */
  head: string
  /** The measured durations and their units. */
  columns: readonly { name: Name; title: string; unit: string }[]
  rows: readonly SpreadRow<Name>[]
}

/**
 * Durations: each cell has the median, the 90th percentile and the count. On a phone the name of a row with several
 * durations is on a line of its own.
 */
export function SpreadTable<Name extends string>({ caption, head, columns, rows }: SpreadTableProps<Name>) {
  const several = columns.length > 1
  const lines = several && 'max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-3'
  const whole = several && 'max-sm:col-span-3'
  return (
    <table className="w-full max-w-4xl table-fixed text-sm sm:text-base">
      <caption className="sr-only">{caption}</caption>
      <thead className={clsx(several && 'max-sm:block')}>
        <tr className={clsx('border-b border-edge align-bottom', lines)}>
          <th scope="col" className={clsx('py-2 pr-3 text-left', several && 'max-sm:sr-only')}>
            {head}
          </th>
          {columns.map(({ name, title, unit }) => (
            <th
              key={name}
              scope="col"
              className={clsx('py-2 text-right sm:pl-2', several && 'max-sm:text-left')}
            >
              <span>{title}</span>
              <span className="block text-xs font-normal text-pretty text-ink-soft">{unit}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={clsx(several && 'max-sm:block')}>
        {rows.map(({ id, label, spreads }) => (
          <tr key={id} className={clsx('border-b border-hairline align-top', lines)}>
            <th
              scope="row"
              className={clsx(
                'py-2 pr-3 text-left font-normal wrap-anywhere',
                whole,
                several && 'max-sm:pb-0 max-sm:font-semibold',
              )}
            >
              {label}
            </th>
            {columns.map(({ name }) => (
              <td
                key={name}
                className={clsx('amounts py-2 text-right sm:pl-2', several && 'max-sm:text-left')}
              >
                <SpreadText {...spreads[name]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** With a decimal point, whatever the runtime takes for South African. */
export const inDays = (days: number) => days.toLocaleString('en-ZA').replace(',', '.')

function SpreadText({ count, median, ninetieth }: Spread) {
  if (median === null || ninetieth === null) return <span className="text-ink-soft">–</span>
  const applications = `${count.toLocaleString('en-ZA')} ${count === 1 ? 'application' : 'applications'}`
  return (
    <>
      <span className="block font-semibold">{inDays(median)}</span>
      <span className="block text-xs text-ink-soft">{`90% within ${inDays(ninetieth)} days`}</span>
      <span className="block text-xs text-ink-soft">{`(${applications})`}</span>
    </>
  )
}
