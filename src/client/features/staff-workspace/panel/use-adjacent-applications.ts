import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { call } from '#client/shared/lib/api.ts'
import type { LoadedRows } from '#client/shared/lists/use-list.ts'
import { neighboursOf, neighboursOfGone, type Neighbours } from '../neighbours/neighbours.ts'
import { reviewedQuery } from '../status/use-status-change.ts'

export type WalkedList = Pick<
  LoadedRows<ListedApplication>,
  'rows' | 'readAt' | 'offset' | 'total' | 'hasMore' | 'isLoadingMore' | 'moreFailed' | 'showMore' | 'want'
>

/** Whoever comes back to an application that lies further down finds it among so many rows. */
const SOUGHT_ROWS = 500

/** Where an application stands in a list, counted from 0, and what lies beside it. */
interface ListPosition extends Neighbours {
  place: number
}

/**
 * Where an application stands in the list that it was opened from; null where it is not in it. What follows is read before somebody
 * comes to its end. Where a decision, here or elsewhere, took it out of the list meanwhile, it keeps its place, and the way on
 * leads to the nearest that is left.
 */
export function useWalk(list: WalkedList, id: string): ListPosition | null {
  const { rows } = list
  const place = rows.findIndex((row) => row.id === id)
  const readOn = useEffectEvent(() => {
    if (place >= 0) list.want(list.offset + place, list.offset + place)
    else if (list.hasMore && !list.isLoadingMore && !list.moreFailed && rows.length < SOUGHT_ROWS) {
      list.showMore()
    }
  })
  useEffect(() => readOn(), [place, rows, list.isLoadingMore])
  const found = place === -1 ? null : { id, place: list.offset + place, rows }
  const [kept, keep] = useState(found)
  if (found !== null && (kept?.id !== id || kept.rows !== rows)) keep(found)
  const seen = found ?? (kept?.id === id ? kept : null)
  const neighbours = found === null && seen ? neighboursOfGone(seen.rows, rows, id) : neighboursOf(rows, id)
  useFetchedAhead(neighbours.next)
  return seen && { place: seen.place, ...neighbours }
}

/** Fetches the next application before somebody goes there; the log says so, and that it was not looked at. */
function useFetchedAhead(id: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === null) return
    const { queryKey } = reviewedQuery(id)
    const waiting = setTimeout(() => {
      if (client.getQueryData(queryKey) !== undefined) return
      client
        .query({
          queryKey,
          queryFn: ({ signal }) =>
            call('GET /api/admin/applications/{id}', { params: { id }, query: { ahead: '1' }, signal }),
          // Whoever goes there asks again.
        })
        .catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(waiting)
  }, [client, id])
}

/** What is looked at comes first. */
const AFTER_MS = 400
