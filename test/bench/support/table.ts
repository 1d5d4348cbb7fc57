import type { Row } from '../measurement.ts'

/** What was measured of one subject. */
export interface Section {
  name: string
  rows: readonly Row[]
}

const HEAD = ['Subject', 'What', 'Measured', 'Promised', 'Kept']

/** All subjects as one Markdown table. */
export function tableOf(sections: readonly Section[]): string {
  const cells = sections.flatMap(({ name, rows }) =>
    rows.map((row) => [name, row.what, row.measured, row.promised, row.kept ? 'yes' : '**no**']),
  )
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [HEAD, rule, ...cells].map(lineOf).join('\n')
}
