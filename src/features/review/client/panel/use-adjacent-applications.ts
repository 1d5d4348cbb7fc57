import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { call } from '#base/client/lib/api.ts'
import type { LoadedRows } from '#base/client/lists/use-list.ts'
import { neighboursOf, neighboursOfGone, type Neighbours } from '../neighbours/neighbours.ts'
import { reviewedQuery } from '../status/use-status-change.ts'

export type TraversedList = Pick<
  LoadedRows<ListedApplication>,
  | 'rows'
  | 'readAt'
  | 'offset'
  | 'total'
  | 'hasMore'
  | 'isLoadingMore'
  | 'moreFailed'
  | 'showMore'
  | 'ensureLoaded'
>

/** An application further down is searched in so many rows after returning to the list. */
const MAX_SEARCHED_ROWS = 500

/** The index of an application in a list, and its neighbours. */
interface ListPosition extends Neighbours {
  index: number
}

/**
 * The position of an application in the list from which it was opened; null if it is not in it. Reads further pages
 * early. After a decision removed it, it keeps its position and its nearest remaining neighbours.
 */
export function useAdjacentApplications(list: TraversedList, id: string): ListPosition | null {
  const { rows } = list
  const index = rows.findIndex((row) => row.id === id)
  const readOn = useEffectEvent(() => {
    if (index >= 0) list.ensureLoaded(list.offset + index, list.offset + index)
    else if (list.hasMore && !list.isLoadingMore && !list.moreFailed && rows.length < MAX_SEARCHED_ROWS) {
      list.showMore()
    }
  })
  useEffect(() => readOn(), [index, rows, list.isLoadingMore])
  const found = index === -1 ? null : { id, index: list.offset + index, rows }
  const [last, setLast] = useState(found)
  if (found !== null && (last?.id !== id || last.rows !== rows)) setLast(found)
  const seen = found ?? (last?.id === id ? last : null)
  const neighbours = found === null && seen ? neighboursOfGone(seen.rows, rows, id) : neighboursOf(rows, id)
  usePrefetchedApplication(neighbours.next)
  return seen && { index: seen.index, ...neighbours }
}

/** Prefetches the next application; the audit log records it as a prefetch, not as a view. */
function usePrefetchedApplication(id: string | null): void {
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
          // Opening it refetches.
        })
        .catch(() => undefined)
    }, AFTER_MS)
    return () => clearTimeout(waiting)
  }, [client, id])
}

/** After the current one has loaded. */
const AFTER_MS = 400
