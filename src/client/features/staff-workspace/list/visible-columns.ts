import type { Column } from '#client/shared/lists/column.ts'
import { useMinWidth } from '#client/ui/use-min-width.ts'

/** The window width for all columns, in `rem`. */
const MIN_WIDTH_FOR_ALL_COLUMNS = 88

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

/** Hidden first, since the opened application shows them too. */
const hiddenFirst: ReadonlySet<string> = new Set(['phone', 'step', 'submitted'])

/** Shown once the user has chosen them. */
const optional: ReadonlySet<string> = new Set(['pack'])

/** The columns and widths beside an opened application: name and waiting time. */
const beside: ReadonlyMap<string, string | undefined> = new Map([
  ['client', undefined],
  ['status', 'w-34'],
  ['inStatus', 'w-36'],
  ['view', 'w-18'],
])

/**
 * The columns that the user chose, or that fit.
 *
 * @param chosen ids; null if the user has not chosen
 */
export function useVisibleColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  isBeside: boolean,
  chosen: readonly string[] | null,
): Column<Row, Sort>[] {
  const isWide = useMinWidth(MIN_WIDTH_FOR_ALL_COLUMNS)
  if (!isBeside) {
    return columns.filter(({ id }) =>
      chosen === null
        ? !optional.has(id) && (isWide || !hiddenFirst.has(id))
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

/** The minimum width of the table, in `rem`, wider than of other lists: it has more columns. */
export const MIN_APPLICATIONS_TABLE_WIDTH = 78
