import type { ReactNode } from 'react'

/** A column of a table; on a phone, a line of a card. */
export interface Column<Row, Sort extends string = never> {
  id: string
  title: string
  /** Sorts by this when the header is pressed. */
  sort?: Sort
  /** Added to the specified columns: shown where these fit, or only once it is chosen. */
  added?: 'where it fits' | 'if chosen'
  /** A Tailwind width of the table's column; columns without one share the rest. */
  width?: string
  /** The content of the table's header instead of the title. */
  head?: ReactNode
  /** A column of buttons; a card shows no title beside them. */
  isAction?: true
  /** Amounts are aligned right. */
  align?: 'right'
  cell: (row: Row) => ReactNode
}
