import { useId } from 'react'

export type ColumnChartProps = {
  caption: string
  /** The head of the table's first column: "Week of". */
  columnHead: string
  /** What is counted, in two series at most: solid ink green, hatched brass. */
  series: readonly [string] | readonly [string, string]
  columns: readonly { id: string; label: string; values: readonly number[] }[]
}

const HEIGHT = 120
const FILLS = ['text-chart-own', 'text-chart-owe'] as const

/** Counts over time as columns, with the same figures as a table. */
export function ColumnChart({ caption, columnHead, series, columns }: ColumnChartProps) {
  const hatch = useId()
  const highest = Math.max(1, ...columns.flatMap(({ values }) => values))
  const slot = 100 / Math.max(1, columns.length)
  const width = slot / (series.length + 0.6)
  const fillOf = (index: number) => (index === 0 ? 'currentColor' : `url(#${hatch})`)
  const first = columns[0]
  const last = columns.at(-1)
  return (
    <figure className="self-start">
      <figcaption className="pb-2 font-serif text-lg">{caption}</figcaption>
      <svg aria-hidden="true" width="100%" height={HEIGHT} className="block border-b border-edge">
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2.25" height="4" className="fill-chart-owe" />
        </pattern>
        {columns.map(({ id, values }, columnIndex) =>
          values.map((value, index) => {
            const height = (value / highest) * (HEIGHT - 4)
            return (
              <rect
                key={`${id} ${series[index] ?? ''}`}
                x={`${columnIndex * slot + index * width + slot * 0.1}%`}
                y={HEIGHT - height}
                width={`${width}%`}
                height={height}
                className={FILLS[index]}
                fill={fillOf(index)}
              />
            )
          }),
        )}
      </svg>
      <div aria-hidden="true" className="flex justify-between pt-1 text-xs text-ink-soft">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </div>
      <div aria-hidden="true" className="flex flex-wrap gap-x-4 pt-1 text-sm">
        {series.map((name, index) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <svg width="12" height="12" className={FILLS[index]}>
              <rect width="12" height="12" fill={fillOf(index)} />
            </svg>
            <span>{name}</span>
          </span>
        ))}
      </div>
      <details className="mt-1">
        <summary className="inline-block cursor-pointer py-2.5 text-sm text-link">Show as a table</summary>
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-hairline">
              {[columnHead, ...series].map((head, index) => (
                <th key={head} scope="col" className={index === 0 ? 'py-1 text-left' : 'py-1 text-right'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ id, label, values }) => (
              <tr key={id} className="border-b border-hairline">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {values.map((value, index) => (
                  <td key={series[index]} className="amounts py-1 text-right">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
