import { useMinWidth } from '#client/ui/use-min-width.ts'
import { cardHeight, Cards } from './cards.tsx'
import { useWindowed, wholeOf } from './use-virtual-rows.ts'
import type { ListRow, ListTableProps } from './list-shape.ts'
import { rowHeight, Table } from './table.tsx'

/** So wide, in `rem`, is a window where a list is a table unless it says otherwise; elsewhere it is cards. */
export const ROOM_FOR_TABLE = 56

/**
 * The rows of a list as a table, on a phone as cards. Of a windowed list only what is in sight is in the document, however
 * long it is; of others all that is loaded, as high as it is.
 */
export function ListTable<Row extends ListRow, Sort extends string = never>(
  props: ListTableProps<Row, Sort>,
) {
  const { dense = false, roomForTable = ROOM_FOR_TABLE } = props
  const hasRoom = useMinWidth(roomForTable)
  const Rows = hasRoom ? Table : Cards
  if (!props.list.isWindowed) return <Rows {...props} {...wholeOf(props.list)} />
  return <InWindow key={`${hasRoom} ${dense}`} {...props} Rows={Rows} />
}

function InWindow<Row extends ListRow, Sort extends string>({
  Rows,
  ...props
}: ListTableProps<Row, Sort> & { Rows: typeof Table | typeof Cards }) {
  const { columns, dense = false } = props
  const height = Rows === Table ? rowHeight(dense) : cardHeight(columns, dense)
  return <Rows {...props} {...useWindowed(props.list, height)} />
}
