import { dayOf, formatTime } from '#domain/time/dates.ts'

/** What a cell holds; moments are told by the clocks of South Africa. */
export type Cell = string | number | Date | null

/** A column of an export. */
export interface Column<Row> {
  title: string
  /** In characters, where a format has widths. */
  width: number
  cell: (row: Row) => Cell
}

/** A moment as spreadsheets understand it wherever they are: "2026-11-20 14:02". */
export function momentText(at: Date): string {
  return `${dayOf(at)} ${formatTime(at)}`
}
