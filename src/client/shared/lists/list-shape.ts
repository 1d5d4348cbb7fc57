import type { Column } from './column.ts'
import type { InSight } from './use-virtual-rows.ts'
import type { LoadedRows } from './use-list.ts'
import type { Sorted } from './view.ts'

/** What a row has at least. */
export interface ListRow {
  id: string
}

/** How a list is sorted, and a way to sort it otherwise. */
export interface ListOrder<Sort extends string> extends Sorted<Sort> {
  onSort: (sort: Sort) => void
}

export type ListTableProps<Row, Sort extends string = never> = {
  /** What the list holds, for those who hear it. */
  caption: string
  columns: readonly Column<Row, Sort>[]
  list: LoadedRows<Row>
  /** Where pressing a header sorts. */
  order?: ListOrder<Sort>
  /** The row that is opened beside the list. */
  opened?: string | null | undefined
  /** More rows on the screen. */
  dense?: boolean | undefined
  /** So wide, in `rem`, is a window where the list is a table; elsewhere it is cards. */
  roomForTable?: number | undefined
}

/** What a table, or cards, make of a list. */
export type ListShapeProps<Row, Sort extends string> = ListTableProps<Row, Sort> & InSight

/** What a row of a table, or a card, shows. */
export type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row, string>[]
  /** Counted from 0. */
  place: number
  isWindowed: boolean
  dense: boolean
  /** Whether it is opened beside the list. */
  isOpened: boolean
} & Pick<InSight, 'measure'>
