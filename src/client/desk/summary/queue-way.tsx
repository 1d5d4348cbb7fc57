import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { paths } from '#client/shell/paths.ts'
import type { LoadedRows } from '#client/lists/use-list.ts'
import { nameOf } from '../list/cells.tsx'
import { NeighbourLinks } from '../neighbours/neighbour-links.tsx'
import { neighboursOf } from '../neighbours/neighbours.ts'
import { NextWaiting } from '../neighbours/next-waiting.tsx'

export type QueueWayProps = {
  id: string
  list: Pick<LoadedRows<ListedApplication>, 'rows' | 'offset' | 'total'>
}

/** Where an application stands in the list that it was opened from, and the way on through it; nothing elsewhere. */
export function QueueWay({ id, list: { rows, offset, total } }: QueueWayProps) {
  const [params] = useSearchParams()
  const place = rows.findIndex((row) => row.id === id)
  const row = rows[place]
  const ref = useFocusKept(id)
  if (row === undefined) return null
  const addressOf = (other: string) => {
    const next = new URLSearchParams(params)
    next.set('application', other)
    return `${paths.admin}?${next.toString()}`
  }
  const where = `${(offset + place + 1).toLocaleString('en-ZA')} of ${(total ?? offset + rows.length).toLocaleString('en-ZA')}`
  return (
    <div ref={ref} tabIndex={-1} className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <NeighbourLinks neighbours={neighboursOf(rows, id)} addressOf={addressOf} replace />
      <span role="status" className="text-sm text-ink-soft">
        <span className="sr-only">{nameOf(row)}, </span>
        {where}
      </span>
      <NextWaiting key={id} {...{ id, rows, addressOf }} replace />
    </div>
  )
}

/** Whoever goes on begins at the top, and the focus stays here where what had it is gone. */
function useFocusKept(id: string) {
  const ref = useRef<HTMLDivElement>(null)
  const first = useRef(id)
  useEffect(() => {
    const way = ref.current
    if (first.current === id || way === null) return
    first.current = id
    way.scrollIntoView({ block: 'nearest' })
    if (!way.contains(document.activeElement)) way.focus({ preventScroll: true })
  }, [id])
  return ref
}
