import { useMedia } from '#client/ui/use-media.ts'
import { cardHeight, Cards } from './cards.tsx'
import { useWindowed, wholeOf } from './in-sight.ts'
import type { ListRow, ListTableProps } from './list-shape.ts'
import { ROW_HEIGHT, Table } from './table.tsx'

/** Where a list is a table; elsewhere it is cards. */
export const ROOM_FOR_TABLE = '(min-width: 56rem)'

/**
 * The rows of a list as a table, on a phone as cards. Of a windowed list only what is in sight is in the document, however
 * long it is; of others all that is loaded, as high as it is.
 */
export function ListTable<Row extends ListRow, Sort extends string = never>(
  props: ListTableProps<Row, Sort>,
) {
  const roomForTable = useMedia(ROOM_FOR_TABLE)
  const Rows = roomForTable ? Table : Cards
  if (!props.list.isWindowed) return <Rows {...props} {...wholeOf(props.list)} />
  return <InWindow key={String(roomForTable)} {...props} Rows={Rows} />
}

function InWindow<Row extends ListRow, Sort extends string>({
  Rows,
  ...props
}: ListTableProps<Row, Sort> & { Rows: typeof Table | typeof Cards }) {
  const height = Rows === Table ? ROW_HEIGHT : cardHeight(props.columns)
  return <Rows {...props} {...useWindowed(props.list, height)} />
}
