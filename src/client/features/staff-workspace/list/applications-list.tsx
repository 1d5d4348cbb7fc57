import type { ListedApplication } from '#domain/api/staff-applications.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { views, type ViewName } from '#domain/applications/review/views.ts'
import { given } from '#client/shared/lists/view.ts'
import { invitationStates } from '#domain/users/invitations.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/shared/lists/column.ts'
import { ListFilter } from '#client/shared/lists/list-controls.tsx'
import { SortedList } from '#client/shared/lists/sorted-list.tsx'
import type { List } from '#client/shared/lists/use-list.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { SelectAllButton, tickColumn } from '../bulk/tick-column.tsx'
import { useTicks } from '../bulk/use-ticks.ts'
import type { Desk } from '../desks.ts'
import { whereabouts } from '../own-views/addresses.ts'
import { OwnViewButtons } from '../own-views/own-view-buttons.tsx'
import { useOwnViews } from '../own-views/use-own-views.ts'
import { ExportLinks, type ExportLinksProps } from './export-links.tsx'
import { ROOM_FOR_TABLE_OF_APPLICATIONS } from './visible-columns.ts'
import { ListOptions, type RowHabits } from './list-options.tsx'
import {
  applicationNoun,
  applicationWords,
  emptyText,
  offered,
  statusesWithCounts,
  withCount,
  type ApplicationsView,
} from './lists.ts'
import { QueueTabs } from './queue-tabs.tsx'
import { StatusFilter } from './status-filter.tsx'
import { WaitingFilter } from './waiting-filter.tsx'
import type { Elements } from '#client/ui/elements.ts'

export type ApplicationsListProps<Sort extends string> = {
  /** At whose desk. */
  role: Desk['role']
  list: List<ListedApplication, ApplicationsView<Sort>>
  /** The queues above the list, and how many each has as far as is known. */
  queues: { names: readonly ViewName[]; counts: Readonly<Partial<Record<ViewName, number>>> | undefined }
  habits: RowHabits
  /** The application that stands beside the list, where one does. */
  opened: string | null
  /** What the list holds, for those who hear it. */
  caption: string
  columns: readonly Column<ListedApplication, Sort>[]
  /** What the list can be sorted by, with the words for it. */
  sorts: Readonly<Record<Sort, string>>
  /** How many applications there are, as far as is known. */
  figures: { total: number; statuses: Readonly<Partial<Record<ApplicationStatus, number>>> } | undefined
  /** What else narrows the list, beside its quick filters. */
  narrowing?: Elements
  /** Where all of it is to be had as a file. */
  exportedFrom: ExportLinksProps['from']
  /** What is said where there is nothing to show. */
  empty?: string
  /** What stands between the controls and the rows. */
  children?: Elements
}

const noViews = { own: [], shared: [] }

/** Applications: a queue of them, all, or those of one status, with how many there are of each. */
export function ApplicationsList<Sort extends string>({
  role,
  list,
  queues,
  habits,
  opened,
  figures,
  sorts,
  narrowing,
  empty = emptyText(list.view),
  exportedFrom,
  columns,
  children,
  ...props
}: ApplicationsListProps<Sort>) {
  const { view, changeView } = list
  const ticks = useTicks(list, JSON.stringify({ ...view, sort: '', direction: '' }))
  const own = useOwnViews()
  const kept = own.data ?? noViews
  const { tab, isKept } = whereabouts(role, view, queues.names, kept)
  const named = typeof tab === 'string' && tab !== 'all' ? views[tab] : undefined
  return (
    <>
      <QueueTabs {...queues} total={figures?.total} own={[...kept.own, ...kept.shared]} current={tab}>
        {own.data ? <OwnViewButtons views={own.data} looked={view} {...{ role, isKept }} /> : null}
      </QueueTabs>
      <SortedList
        {...props}
        onRefresh={list.retry}
        columns={[tickColumn(ticks), ...columns]}
        findsNumbers
        sorts={offered(sorts, view.sort)}
        list={list}
        words={applicationWords}
        noun={applicationNoun}
        empty={view.search === '' && named ? named.empty : empty}
        dense={habits.dense}
        opened={opened}
        isNarrow={opened !== null}
        roomForTable={opened === null ? ROOM_FOR_TABLE_OF_APPLICATIONS : undefined}
        about={named?.explanation}
        filter={
          <>
            <ListFilter
              label="Status"
              name="status"
              all={withCount('All', figures?.total)}
              words={statusesWithCounts(figures?.statuses, view.status)}
              value={view.status}
              onChange={(status) => changeView({ status, exceptWaitingOn: '', quietDays: '' })}
            />
            {narrowing}
          </>
        }
        folded={opened === null && (view.search !== '' || tab === null) ? 'open' : 'closed'}
        narrowing={
          <QuickFilters {...{ list, habits }}>
            <SelectAllButton ticks={ticks} />
            <ExportLinks from={exportedFrom} query={given(view)} />
          </QuickFilters>
        }
      >
        {children}
      </SortedList>
      <BulkBar {...{ role, list, ticks, exportedFrom }} onRefresh={list.retry} />
    </>
  )
}

type QuickFiltersProps<Sort extends string> = Pick<ApplicationsListProps<Sort>, 'list' | 'habits'> & {
  /** What else is done with the list as it is shown. */
  children: Elements
}

/** What narrows a list by one press, and how its rows look. */
function QuickFilters<Sort extends string>({
  list: { view, changeView },
  habits,
  children,
}: QuickFiltersProps<Sort>) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
      <WaitingFilter
        value={view.waitingOn}
        onChange={(waitingOn) => changeView({ waitingOn, exceptWaitingOn: '' })}
      />
      <Button
        size="small"
        tone={view.invitation === 'expired' ? 'primary' : 'secondary'}
        aria-pressed={view.invitation === 'expired'}
        onClick={() => changeView({ invitation: view.invitation === 'expired' ? '' : 'expired' })}
      >
        {invitationStates.expired}
      </Button>
      <StatusFilter
        value={view.status}
        onChange={(status) => changeView({ status, exceptWaitingOn: '', quietDays: '' }, { replace: true })}
      />
      <ListOptions habits={habits} />
      {children}
    </div>
  )
}
