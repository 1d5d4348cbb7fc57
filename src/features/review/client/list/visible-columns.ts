import type { Column } from '#base/client/lists/column.ts'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'

/** The window width, in `rem`, from which added columns fit beside the specified ones. */
const MIN_WIDTH_FOR_ADDED_COLUMNS = 81.25

/** Every list needs these. */
const required: ReadonlySet<string> = new Set(['client', 'status', 'view', 'review'])

/** The columns that can be hidden. */
export function columnChoices<Choice extends { id: string }>(columns: readonly Choice[]): Choice[] {
  return columns.filter(({ id }) => !required.has(id))
}

/** Adds a column. The pack takes the space of two that the opened application shows too; they can be chosen again. */
export function withColumn(visible: readonly string[], id: string): string[] {
  const isReplaced = (one: string) => id === 'pack' && (one === 'phone' || one === 'created')
  return [...visible.filter((one) => !isReplaced(one)), id]
}

/** The columns and widths beside an opened application: name and waiting time. */
const beside: ReadonlyMap<string, string | undefined> = new Map([
  ['client', undefined],
  ['status', 'w-32'],
  ['waiting', 'w-36'],
  ['view', 'w-12'],
])

/**
 * The columns that the user chose, or the specified ones and those added ones that fit.
 *
 * @param chosen ids; null if the user has not chosen
 */
export function useVisibleColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  isBeside: boolean,
  chosen: readonly string[] | null,
): Column<Row, Sort>[] {
  const isWide = useMinWidth(MIN_WIDTH_FOR_ADDED_COLUMNS)
  if (!isBeside) {
    return columns.filter(({ id, added }) =>
      chosen === null
        ? added === undefined || (isWide && added === 'where it fits')
        : required.has(id) || chosen.includes(id),
    )
  }
  return columns
    .filter(({ id }) => beside.has(id))
    .map(({ width, ...column }) => {
      const narrow = width === undefined ? undefined : beside.get(column.id)
      return narrow === undefined ? column : { ...column, width: narrow }
    })
}

/** The window width, in `rem`, from which a list of applications is a table. */
export const MIN_APPLICATIONS_TABLE_WIDTH = 64
