import type { Row } from '../measurement.ts'

/** Results of one subject. */
export interface Section {
  name: string
  rows: readonly Row[]
}

const HEAD = ['What', 'Measured', 'Promised', 'Kept']

/** Results of a subject as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, measured, promised, met }) => [
    what,
    measured,
    promised,
    met ? 'yes' : '**no**',
  ])
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [HEAD, rule, ...cells].map(lineOf).join('\n')
}
