import type { ReactNode } from 'react'

/** A column of a table; on a phone, a line of a card. */
export interface Column<Row, Sort extends string = never> {
  id: string
  title: string
  /** Set where pressing the header sorts by it. */
  sort?: Sort
  /** A Tailwind width of the table's column; what has none takes the rest. */
  width?: string
  /** What stands in the table's header in place of the title. */
  head?: ReactNode
  /** What can be done to a row: its buttons say it themselves, so that a card names no title beside them. */
  isAction?: true
  /** Amounts stand at the right. */
  align?: 'right'
  cell: (row: Row) => ReactNode
}
