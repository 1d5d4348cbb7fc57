import type { Column } from '#client/shared/lists/column.ts'
import { useMinWidth } from '#client/ui/use-min-width.ts'

/** So wide, in `rem`, is a window where every column has room. */
const ROOM_FOR_EVERY_COLUMN = 88

/** What makes way first: the application that a row opens says it too. */
const removeUnconfirmedAccount: ReadonlySet<string> = new Set(['phone', 'step', 'submitted'])

/** What a list shows while one of its rows stands beside it, and how wide: who it is, and for how long it waits. */
const beside: ReadonlyMap<string, string | undefined> = new Map([
  ['client', undefined],
  ['status', 'w-34'],
  ['inStatus', 'w-36'],
  ['view', 'w-18'],
])

/** The columns that there is room for. */
export function useFitting<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  isBeside: boolean,
): Column<Row, Sort>[] {
  const isRoomy = useMinWidth(ROOM_FOR_EVERY_COLUMN)
  // Cards have room for all: they stand below each other.
  const hasTable = useMinWidth(ROOM_FOR_TABLE_OF_APPLICATIONS)
  if (!isBeside) return columns.filter(({ id }) => isRoomy || !hasTable || !removeUnconfirmedAccount.has(id))
  return columns
    .filter(({ id }) => beside.has(id))
    .map(({ width, ...column }) => {
      const narrow = width === undefined ? undefined : beside.get(column.id)
      return narrow === undefined ? column : { ...column, width: narrow }
    })
}

/** More columns than other lists have: below this width, in `rem`, cards are easier to read. */
export const ROOM_FOR_TABLE_OF_APPLICATIONS = 78
