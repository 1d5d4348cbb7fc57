import type { Column } from '#client/shared/lists/column.ts'
import { useMinWidth } from '#client/ui/use-min-width.ts'

/** The window width for all columns, in `rem`. */
const MIN_WIDTH_FOR_ALL_COLUMNS = 88

/** Hidden first, since the opened application shows them too. */
const hiddenFirst: ReadonlySet<string> = new Set(['phone', 'step', 'submitted'])

/** The columns and widths beside an opened application: name and waiting time. */
const beside: ReadonlyMap<string, string | undefined> = new Map([
  ['client', undefined],
  ['status', 'w-34'],
  ['inStatus', 'w-36'],
  ['view', 'w-18'],
])

/** The columns that fit. */
export function useVisibleColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  isBeside: boolean,
): Column<Row, Sort>[] {
  const isWide = useMinWidth(MIN_WIDTH_FOR_ALL_COLUMNS)
  // Cards show all columns.
  const hasTable = useMinWidth(MIN_APPLICATIONS_TABLE_WIDTH)
  if (!isBeside) return columns.filter(({ id }) => isWide || !hasTable || !hiddenFirst.has(id))
  return columns
    .filter(({ id }) => beside.has(id))
    .map(({ width, ...column }) => {
      const narrow = width === undefined ? undefined : beside.get(column.id)
      return narrow === undefined ? column : { ...column, width: narrow }
    })
}

/** The minimum width of the table, in `rem`, wider than of other lists: it has more columns. */
export const MIN_APPLICATIONS_TABLE_WIDTH = 78
