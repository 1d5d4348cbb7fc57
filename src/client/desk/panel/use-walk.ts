import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedApplication } from '#domain/api/staff-applications.ts'
import { call } from '#client/lib/api.ts'
import type { LoadedRows } from '#client/lists/use-list.ts'
import { neighboursOf, type Neighbours } from '../neighbours/neighbours.ts'
import { reviewedQuery } from '../status/use-status-change.ts'

export type WalkedList = Pick<
  LoadedRows<ListedApplication>,
  'rows' | 'readAt' | 'offset' | 'total' | 'hasMore' | 'isLoadingMore' | 'moreFailed' | 'showMore' | 'want'
>

/** Whoever comes back to an application that lies further down finds it among so many rows. */
const SOUGHT_ROWS = 500

/** Where an application stands in a list, counted from 0, and what lies beside it. */
interface Place extends Neighbours {
  id: string
  place: number
}

/**
 * Where an application stands in the list that it was opened from; null where it is not in it. What follows is read before somebody
 * comes to its end. Where a decision, here or elsewhere, took it out of the list meanwhile, it keeps its place.
 */
export function useWalk(list: WalkedList, id: string): Place | null {
  const place = list.rows.findIndex((row) => row.id === id)
  const neighbours = neighboursOf(list.rows, id)
  const readOn = useEffectEvent(() => {
    if (place >= 0) list.want(list.offset + place, list.offset + place)
    else if (list.hasMore && !list.isLoadingMore && !list.moreFailed && list.rows.length < SOUGHT_ROWS) {
      list.showMore()
    }
  })
  useEffect(() => readOn(), [place, list.rows, list.isLoadingMore])
  useFetchedAhead(neighbours.next)
  const found = place === -1 ? null : { id, place: list.offset + place, ...neighbours }
  const [kept, keep] = useState(found)
  if (found !== null && !isSame(found, kept)) keep(found)
  return found ?? (kept?.id === id ? kept : null)
}

function isSame(one: Place, other: Place | null): boolean {
  return (
    one.id === other?.id &&
    one.place === other.place &&
    one.previous === other.previous &&
    one.next === other.next
  )
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
