import type { ListedApplication } from '#domain/api/staff-applications.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { WaitingFilter } from './waiting-filter.tsx'
import type { Column } from '#client/lists/column.ts'
import { ListFilter } from '#client/lists/list-controls.tsx'
import { SortedList } from '#client/lists/sorted-list.tsx'
import type { List } from '#client/lists/use-list.ts'
import {
  applicationNoun,
  applicationWords,
  emptyText,
  statusesWithCounts,
  withCount,
  type ApplicationsView,
} from './lists.ts'

export type ApplicationsListProps<Sort extends string> = {
  list: List<ListedApplication, ApplicationsView<Sort>>
  /** What the list holds, for those who hear it. */
  caption: string
  columns: readonly Column<ListedApplication, Sort>[]
  /** What the list can be sorted by, with the words for it. */
  sorts: Readonly<Record<Sort, string>>
  /** How many applications there are, as far as is known. */
  figures: { total: number; statuses: Readonly<Partial<Record<ApplicationStatus, number>>> } | undefined
  /** Reads the rows, and the figures, again. */
  onRefresh: () => void
}

/** Applications, all or those of one status, with how many there are of each. */
export function ApplicationsList<Sort extends string>({
  list,
  figures,
  ...props
}: ApplicationsListProps<Sort>) {
  const { view, changeView } = list
  return (
    <>
      <WaitingFilter value={view.waitingOn} onChange={(waitingOn) => changeView({ waitingOn })} />
      <SortedList
        {...props}
        list={list}
        words={applicationWords}
        noun={applicationNoun}
        empty={emptyText(view)}
        filter={
          <ListFilter
            label="Status"
            name="status"
            all={withCount('All', figures?.total)}
            words={statusesWithCounts(figures?.statuses)}
            value={view.status}
            onChange={(status) => changeView({ status })}
          />
        }
      />
    </>
  )
}
