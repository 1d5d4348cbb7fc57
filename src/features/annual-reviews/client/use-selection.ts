import { useState } from 'react'

/** The selected rows of a list. */
export interface Selection {
  /** The selected rows that are shown: hidden rows are never acted upon. */
  ids: ReadonlySet<string>
  allSelected: boolean
  toggle: (id: string) => void
  toggleAll: () => void
  clear: () => void
}

/** The selection after toggling all. */
export function toggledAll(selected: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const all = shown.every((id) => selected.has(id))
  return new Set(all ? [] : shown)
}

/** The selection after toggling a row. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selection of the shown rows. */
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
