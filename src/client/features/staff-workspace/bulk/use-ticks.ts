import { useState } from 'react'
import { MAX_AT_ONCE } from '#domain/applications/review/bulk-acts.ts'
import type { LoadedRows } from '#client/shared/lists/use-list.ts'

/** Which rows of a list are ticked: these, or all that match what it is narrowed by. */
export type Chosen = ReadonlySet<string> | 'all'

/** The rows that somebody ticked, and the ways to tick others. */
export interface Ticks {
  chosen: Chosen
  /** The ticked rows among those that are loaded. */
  ids: ReadonlySet<string>
  count: number
  /** All rows that can be are ticked. */
  areAll: boolean
  /** How many match in all, where somebody counted them and they are not too many to be ticked together. */
  most: number | null
  has: (id: string) => boolean
  /** @param toHere everything from the row that was ticked last to this one */
  toggle: (id: string, toHere: boolean) => void
  /** All that match, or else all that are loaded; none where they were ticked before. */
  toggleAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * The rows after one was pressed: ticked, or no longer; with the ones between it and the one before, where a range is meant.
 *
 * @param rows as they show
 * @param from the row that was pressed before; null for none
 */
export function tickedTo(
  ticked: ReadonlySet<string>,
  rows: readonly string[],
  { id, from }: { id: string; from: string | null },
): ReadonlySet<string> {
  const [start, end] = [from === null ? -1 : rows.indexOf(from), rows.indexOf(id)]
  const range = start === -1 ? [id] : rows.slice(Math.min(start, end), Math.max(start, end) + 1)
  const next = new Set(ticked)
  for (const one of range) {
    if (ticked.has(id)) next.delete(one)
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
 * Keeps which rows are ticked, for as long as the list is narrowed by the same.
 *
 * @param of what it is narrowed by: with anything else, nothing is ticked
 */
export function useTicks({ rows, total }: LoadedRows<{ id: string }>, of: string): Ticks {
  const [state, setState] = useState<State>({ of, chosen: none, last: null })
  const { chosen, last } = state.of === of ? state : { chosen: none, last: null }
  const loaded = rows.map(({ id }) => id)
  const ticked = chosen === 'all' ? new Set(loaded) : chosen
  const change = (next: Chosen, pressed: string | null = null) =>
    setState({ of, chosen: next, last: pressed })
  const areAll = loaded.length > 0 && loaded.every((id) => ticked.has(id))
  const most = total === null || total > MAX_AT_ONCE ? null : total
  return {
    chosen,
    ids: ticked,
    count: chosen === 'all' ? (total ?? ticked.size) : ticked.size,
    areAll,
    most,
    has: (id) => ticked.has(id),
    toggle: (id, toHere) => change(tickedTo(ticked, loaded, { id, from: toHere ? last : null }), id),
    toggleAll: () => change(areAll ? none : most === null ? new Set(loaded) : 'all'),
    clear: () => change(none),
  }
}
