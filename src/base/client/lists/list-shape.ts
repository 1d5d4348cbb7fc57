import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import type { VirtualRows } from './use-virtual-rows.ts'
import type { LoadedRows } from './use-list.ts'
import type { Sorted } from './view.ts'

/** The minimum of a row. */
export interface ListRow {
  id: string
}

/** The order of a list, and a function that changes it. */
export interface ListOrder<Sort extends string> extends Sorted<Sort> {
  onSort: (sort: Sort) => void
}

export type ListTableProps<Row, Sort extends string = never> = {
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<Row, Sort>[]
  list: LoadedRows<Row>
  /** Sorts when a header is pressed. */
  order?: ListOrder<Sort>
  /** The row that is open in the side panel. */
  opened?: string | null | undefined
  /** A row on a phone, instead of one line per column. */
  card?: ((row: Row) => ReactNode) | undefined
  /** The window width from which the list is a table instead of cards, in `rem`. */
  minTableWidth?: number | undefined
}

/** Props of a list's table or cards. */
export type ListShapeProps<Row, Sort extends string> = ListTableProps<Row, Sort> & VirtualRows

/** Props of a table row or card. */
export type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row, string>[]
  /** Counted from 0. */
  index: number
  isWindowed: boolean
  /** Whether it is open in the side panel. */
  isOpened: boolean
} & Pick<VirtualRows, 'measure'>
