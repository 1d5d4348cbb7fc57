import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { LoadedRows } from './use-list.ts'

const OVERSCAN = 10

/** Which rows are in the document. */
export interface InSight {
  ref?: RefObject<HTMLDivElement | null>
  /** The rows in sight, by their places in the whole list. */
  places: readonly number[]
  /** What is left out above and below, in px. */
  above: number
  below: number
  /** For each row in the document, which says its place as `data-index`: it may be higher than the others. */
  measure?: (row: Element | null) => void
}

/** All that is loaded. */
export function wholeOf({ rows }: LoadedRows<unknown>): InSight {
  return { places: rows.map((_, place) => place), above: 0, below: 0 }
}

/** Which rows of the list are in sight; asks for those that are not loaded. */
export function useWindowed(list: LoadedRows<unknown>, height: number): InSight {
  const ref = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const box = ref.current
    if (box) setScrollMargin(box.getBoundingClientRect().top + window.scrollY)
  }, [list.isLoading])
  // What it returns is read at once and handed to nobody, so nothing that is memoised grows stale.
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
    if (first && last) list.want(first.index, last.index)
  })
  useEffect(() => want(), [first?.index, last?.index, list.rows])
  return {
    ref,
    measure: virtualizer.measureElement,
    places: items.map(({ index }) => index),
    above: first ? first.start - scrollMargin : 0,
    below: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
  }
}
