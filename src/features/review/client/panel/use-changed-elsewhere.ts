import { useEffect, useEffectEvent } from 'react'
import type { ListedApplication, ReviewedApplication } from '#features/review/api/staff-applications.ts'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { nameOf } from '../list/cells.tsx'
import type { TraversedList } from './use-adjacent-applications.ts'

/** A loaded application and its refetch. */
interface Read {
  data: ReviewedApplication | undefined
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => unknown
}

/** If the list, loaded later, shows the application changed, refetches it and shows a toast. */
export function useChangedElsewhere(list: TraversedList, read: Read): void {
  const row = list.rows.find(({ id }) => id === read.data?.id)
  const compare = useEffectEvent(() => {
    const { data, dataUpdatedAt, isFetching, refetch } = read
    if (row === undefined || data === undefined || isFetching) return
    if (list.readAt.getTime() <= dataUpdatedAt) return
    const change = changeOf(row, data)
    if (change === null) return
    void refetch()
    toast({ title: 'Updated by another user', description: `${nameOf(row)}: ${change}` })
  })
  useEffect(() => compare(), [row])
}

/** The fields that are compared. */
export type Compared = Pick<ListedApplication, 'status' | 'createdByWealthManagerId' | 'waitingOn'>

/** The difference as text. */
export function changeOf(
  row: Compared & Pick<ListedApplication, 'wealthManagerName'>,
  application: Compared,
): string | null {
  if (row.status !== application.status) return `now ${statuses[row.status]}.`
  if (row.createdByWealthManagerId !== application.createdByWealthManagerId) {
    return `now assigned to ${row.wealthManagerName ?? 'no one'}.`
  }
  return row.waitingOn === application.waitingOn ? null : 'what it is waiting for has changed.'
}
