import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { cardHeight, Cards } from './cards.tsx'
import { useWindowed, allRows } from './use-virtual-rows.ts'
import type { ListRow, ListTableProps } from './list-shape.ts'
import { ROW_HEIGHT, Table } from './table.tsx'

/** The default window width from which a list is a table instead of cards, in `rem`. */
export const MIN_TABLE_WIDTH = 56

/** The rows of a list as a table, on a phone as cards. A windowed list renders only the visible rows. */
export function ListTable<Row extends ListRow, Sort extends string = never>(
  props: ListTableProps<Row, Sort>,
) {
  const { minTableWidth = MIN_TABLE_WIDTH } = props
  const isTable = useMinWidth(minTableWidth)
  const Rows = isTable ? Table : Cards
  if (!props.list.isWindowed) return <Rows {...props} {...allRows(props.list)} />
  return <InWindow key={String(isTable)} {...props} Rows={Rows} />
}

function InWindow<Row extends ListRow, Sort extends string>({
  Rows,
  ...props
}: ListTableProps<Row, Sort> & { Rows: typeof Table | typeof Cards }) {
  const height = Rows === Table ? ROW_HEIGHT : cardHeight(props.columns, props.card !== undefined)
  return <Rows {...props} {...useWindowed(props.list, height)} />
}
