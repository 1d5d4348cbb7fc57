import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { LoadedRows } from './use-list.ts'

const OVERSCAN = 10

/** The rendered rows. */
export interface VirtualRows {
  ref?: RefObject<HTMLDivElement | null>
  /** The indexes of the visible rows. */
  indexes: readonly number[]
  /** The height of the rows that are not rendered, above and below, in px. */
  above: number
  below: number
  /** Measures a rendered row, whose index is in `data-index`. */
  measure?: (row: Element | null) => void
}

/** All loaded rows. */
export function allRows({ rows }: LoadedRows<unknown>): VirtualRows {
  return { indexes: rows.map((_, index) => index), above: 0, below: 0 }
}

/** The visible rows of a list; requests those that are not loaded. */
export function useWindowed(list: LoadedRows<unknown>, height: number): VirtualRows {
  const ref = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const box = ref.current
    if (box) setScrollMargin(box.getBoundingClientRect().top + window.scrollY)
  }, [list.isLoading])
  // Its functions are called at once and not passed on, so memoisation cannot make them stale.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: list.offset + list.rows.length + (list.hasMore ? 1 : 0),
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const want = useEffectEvent(() => {
    if (first && last) list.ensureLoaded(first.index, last.index)
  })
  useEffect(() => want(), [first?.index, last?.index, list.rows])
  return {
    ref,
    measure: virtualizer.measureElement,
    indexes: items.map(({ index }) => index),
    above: first ? first.start - scrollMargin : 0,
    below: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}
