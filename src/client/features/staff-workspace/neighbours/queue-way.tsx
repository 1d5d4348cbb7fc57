import { useEffect, useRef } from 'react'
import { openerOf, showRow } from '#client/shared/lists/row-opener.ts'
import { nameOf } from '../list/cells.tsx'
import { useWalk, type WalkedList } from '../panel/use-adjacent-applications.ts'
import { NeighbourLinks } from './neighbour-links.tsx'
import { NextWaiting } from './next-waiting.tsx'

type QueueWayProps = {
  id: string
  list: WalkedList
  addressOf: (id: string) => string
  /** Whether keys of one letter do something. */
  letters: boolean
}

/** Where an application stands in the list that it was opened from, and the way on through it; nothing elsewhere. */
export function QueueWay({ id, list, addressOf, letters }: QueueWayProps) {
  const { rows, offset, total } = list
  const walked = useWalk(list, id)
  const ref = useFocusKept(id)
  if (walked === null) return null
  const row = rows.find((one) => one.id === id)
  const where = `${(walked.place + 1).toLocaleString('en-ZA')} of ${(total ?? offset + rows.length).toLocaleString('en-ZA')}`
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <NeighbourLinks neighbours={walked} {...{ addressOf, letters }} replace />
      <span role="status" className="text-sm text-ink-soft">
        {row === undefined ? null : <span className="sr-only">{`${nameOf(row)}, `}</span>}
        <span>{where}</span>
      </span>
      <NextWaiting key={id} {...{ id, rows, addressOf }} replace />
    </div>
  )
}

/** Whoever goes on begins at the top, with the row in sight; the focus stays, or is here where what had it is gone or in the list. */
function useFocusKept(id: string) {
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
