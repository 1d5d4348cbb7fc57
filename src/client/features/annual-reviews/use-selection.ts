import { useState } from 'react'

/** Which rows of a list are ticked. */
export interface Selection {
  /** Those ticked that are in the list: what a search hides is not acted upon unseen. */
  ids: ReadonlySet<string>
  allSelected: boolean
  toggle: (id: string) => void
  toggleAll: () => void
  clear: () => void
}

/** The selection after all were ticked, or after none was, where they all were before. */
export function toggledAll(selected: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const all = shown.every((id) => selected.has(id))
  return new Set(all ? [] : shown)
}

/** The selection with one row ticked that was not, or the other way round. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Keeps which of the rows that show are ticked. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const shown = rows.map(({ id }) => id)
  const ids = new Set(shown.filter((id) => selected.has(id)))
  return {
    ids,
    allSelected: shown.length > 0 && ids.size === shown.length,
    toggle: (id) => setSelected(toggled(ids, id)),
    toggleAll: () => setSelected(toggledAll(ids, shown)),
    clear: () => setSelected(new Set()),
  }
}
