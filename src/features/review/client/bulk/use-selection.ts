import { useState } from 'react'
import { MAX_AT_ONCE } from '#features/review/rules/bulk-acts.ts'
import type { LoadedRows } from '#base/client/lists/use-list.ts'

/** The selected rows: listed ones, or all that match the filter. */
export type Chosen = ReadonlySet<string> | 'all'

/** The selection and functions that change it. */
export interface Selection {
  chosen: Chosen
  /** The selected rows among the loaded ones. */
  ids: ReadonlySet<string>
  count: number
  /** Whether every selectable row is selected. */
  areAll: boolean
  /** The number of matching rows if all can be selected together, else undefined. */
  maximum: number | null
  has: (id: string) => boolean
  /** @param toHere selects the range from the previously pressed row */
  toggle: (id: string, toHere: boolean) => void
  /** Selects all that match, or else all loaded rows; clears the selection if it has any. */
  toggleAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * The selection after a row was pressed, with the range since the previous press if wanted.
 *
 * @param rows in display order
 * @param from the previously pressed row, or null
 */
export function selectTo(
  selected: ReadonlySet<string>,
  rows: readonly string[],
  { id, from }: { id: string; from: string | null },
): ReadonlySet<string> {
  const [start, end] = [from === null ? -1 : rows.indexOf(from), rows.indexOf(id)]
  const range = start === -1 ? [id] : rows.slice(Math.min(start, end), Math.max(start, end) + 1)
  const next = new Set(selected)
  for (const one of range) {
    if (selected.has(id)) next.delete(one)
    else next.add(one)
  }
  return next
}

interface State {
  of: string
  chosen: Chosen
  last: string | null
}

/**
 * The selection of a list, cleared when its filter changes.
 *
 * @param of the filter
 */
export function useSelection({ rows, total }: LoadedRows<{ id: string }>, of: string): Selection {
  const [state, setState] = useState<State>({ of, chosen: none, last: null })
  const { chosen, last } = state.of === of ? state : { chosen: none, last: null }
  const loaded = rows.map(({ id }) => id)
  const selected = chosen === 'all' ? new Set(loaded) : chosen
  const change = (next: Chosen, pressed: string | null = null) =>
    setState({ of, chosen: next, last: pressed })
  const areAll = loaded.length > 0 && loaded.every((id) => selected.has(id))
  const maximum = total === null || total > MAX_AT_ONCE ? null : total
  return {
    chosen,
    ids: selected,
    count: chosen === 'all' ? (total ?? selected.size) : selected.size,
    areAll,
    maximum,
    has: (id) => selected.has(id),
    toggle: (id, toHere) => change(selectTo(selected, loaded, { id, from: toHere ? last : null }), id),
    toggleAll: () => change(areAll ? none : maximum === null ? new Set(loaded) : 'all'),
    clear: () => change(none),
  }
}
