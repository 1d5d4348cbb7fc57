import { useEffect, useRef } from 'react'
import { openerOf, showRow } from '#base/client/lists/row-opener.ts'
import { nameOf } from '../list/cells.tsx'
import { useAdjacentApplications, type TraversedList } from '../panel/use-adjacent-applications.ts'
import { NeighbourLinks } from './neighbour-links.tsx'
import { NextWaiting } from './next-waiting.tsx'

type QueueNavigationProps = {
  id: string
  list: TraversedList
  addressOf: (id: string) => string
  /** Whether single-letter shortcuts are on. */
  letters: boolean
}

/** The position of an application in the list from which it was opened, with links to its neighbours; else nothing. */
export function QueueNavigation({ id, list, addressOf, letters }: QueueNavigationProps) {
  const { rows, offset, total } = list
  const adjacent = useAdjacentApplications(list, id)
  const ref = usePreservedFocus(id)
  if (adjacent === null) return null
  const row = rows.find((one) => one.id === id)
  const where = `${(adjacent.index + 1).toLocaleString('en-ZA')} of ${(total ?? offset + rows.length).toLocaleString('en-ZA')}`
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
      <span role="status" className="text-sm whitespace-nowrap text-ink-soft">
        {row === undefined ? null : <span className="sr-only">{`${nameOf(row)}, `}</span>}
        <span>{where}</span>
      </span>
      <NeighbourLinks neighbours={adjacent} {...{ addressOf, letters }} replace />
      <NextWaiting key={id} {...{ id, rows, addressOf }} replace />
    </div>
  )
}

/**
 * After a move the page starts at the top with the row in view; the focus stays, or moves here if its element is gone
 * or in the list.
 */
function usePreservedFocus(id: string) {
  const ref = useRef<HTMLDivElement>(null)
  const first = useRef(id)
  useEffect(() => {
    const opener = openerOf(id)
    if (opener) showRow(opener)
    const way = ref.current
    if (first.current === id || way === null) return
    first.current = id
    const dialog = way.closest('[role="dialog"], dialog')
    dialog?.querySelector('[data-scrolls]')?.scrollTo(0, 0)
    if (!dialog?.contains(document.activeElement)) way.focus({ preventScroll: true })
  }, [id])
  return ref
}
