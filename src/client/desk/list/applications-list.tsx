import type { ListedApplication } from '#domain/api/staff-applications.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { WaitingFilter } from './waiting-filter.tsx'
import type { ReactNode } from 'react'
import { invitationStates } from '#domain/users/invitations.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/lists/column.ts'
import { ListFilter } from '#client/lists/list-controls.tsx'
import { SortedList } from '#client/lists/sorted-list.tsx'
import type { List } from '#client/lists/use-list.ts'
import {
  applicationNoun,
  applicationWords,
  emptyText,
  offered,
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
  /** What else narrows the list, beside its quick filters. */
  narrowing?: ReactNode
  /** What is said where there is nothing to show. */
  empty?: string
  /** Reads the rows, and the figures, again. */
  onRefresh: () => void
}

/** Applications, all or those of one status, with how many there are of each. */
export function ApplicationsList<Sort extends string>({
  list,
  figures,
  sorts,
  narrowing,
  empty,
  ...props
}: ApplicationsListProps<Sort>) {
  const { view, changeView } = list
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <WaitingFilter value={view.waitingOn} onChange={(waitingOn) => changeView({ waitingOn })} />
        <Button
          size="small"
          tone={view.invitation === 'expired' ? 'primary' : 'secondary'}
          aria-pressed={view.invitation === 'expired'}
          onClick={() => changeView({ invitation: view.invitation === 'expired' ? '' : 'expired' })}
        >
          {invitationStates.expired}
        </Button>
        {narrowing}
      </div>
      <SortedList
        {...props}
        sorts={offered(sorts, view.sort)}
        list={list}
        words={applicationWords}
        noun={applicationNoun}
        empty={empty ?? emptyText(view)}
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
