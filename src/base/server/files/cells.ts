import { dayOf, formatTime } from '#base/rules/time/dates.ts'

/** The value of a cell; times are South African. */
export type Cell = string | number | Date | null

/** A column of an export. */
export interface Column<Row> {
  title: string
  /** In characters, for formats with widths. */
  width: number
  cell: (row: Row) => Cell
  /** Formatted as text, so that spreadsheets keep zeros and long numbers of what is typed there. */
  isText?: true
}

/** A time in a format that all spreadsheets parse: "2026-11-20 14:02". */
export function toSpreadsheetTime(at: Date): string {
  return `${dayOf(at)} ${formatTime(at)}`
}
