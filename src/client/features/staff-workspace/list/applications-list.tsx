import type { ListedApplication } from '#domain/api/staff-applications.ts'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { views, type ViewName } from '#domain/applications/review/views.ts'
import { nonEmpty } from '#client/shared/lists/view.ts'
import { invitationStates } from '#domain/users/invitations.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/shared/lists/column.ts'
import { ListFilter } from '#client/shared/lists/list-controls.tsx'
import { SortedList } from '#client/shared/lists/sorted-list.tsx'
import type { List } from '#client/shared/lists/use-list.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { SelectAllButton, selectionColumn } from '../bulk/selection-column.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import type { Workspace } from '../workspaces.ts'
import { findCurrentTab } from '../own-views/addresses.ts'
import { SavedViewButtons } from '../own-views/saved-view-buttons.tsx'
import { useSavedViews } from '../own-views/use-saved-views.ts'
import { ExportLinks, type ExportLinksProps } from './export-links.tsx'
import { MIN_APPLICATIONS_TABLE_WIDTH } from './visible-columns.ts'
import { ListOptions, type RowSettings } from './list-options.tsx'
import {
  applicationNoun,
  applicationTexts,
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
  /** The role of the user. */
  role: Workspace['role']
  list: List<ListedApplication, ApplicationsView<Sort>>
  /** The queues above the list, with their counts if loaded. */
  queues: { names: readonly ViewName[]; counts: Readonly<Partial<Record<ViewName, number>>> | undefined }
  settings: RowSettings
  /** The application that is open in the side panel. */
  opened: string | null
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<ListedApplication, Sort>[]
  /** The sort options with their labels. */
  sorts: Readonly<Record<Sort, string>>
  /** Counts of applications, if loaded. */
  figures: { total: number; statuses: Readonly<Partial<Record<ApplicationStatus, number>>> } | undefined
  /** Filters besides the quick filters. */
  narrowing?: Elements
  /** The source of exports. */
  exportedFrom: ExportLinksProps['from']
  /** The text of an empty list. */
  empty?: string
  /** Shown between the controls and the rows. */
  children?: Elements
}

const noViews = { own: [], shared: [] }

/** A list of applications: a queue, all, or by status, with counts. */
export function ApplicationsList<Sort extends string>({
  role,
  list,
  queues,
  settings,
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
  const selection = useSelection(list, JSON.stringify({ ...view, sort: '', direction: '' }))
  const own = useSavedViews()
  const savedTab = own.data ?? noViews
  const { tab, isSaved } = findCurrentTab(role, view, queues.names, savedTab)
  const named = typeof tab === 'string' && tab !== 'all' ? views[tab] : undefined
  return (
    <>
      <QueueTabs {...queues} total={figures?.total} own={[...savedTab.own, ...savedTab.shared]} current={tab}>
        {own.data ? <SavedViewButtons views={own.data} looked={view} {...{ role, isSaved }} /> : null}
      </QueueTabs>
      <SortedList
        {...props}
        onRefresh={list.retry}
        columns={[selectionColumn(selection), ...columns]}
        findsNumbers
        sorts={offered(sorts, view.sort)}
        list={list}
        texts={applicationTexts}
        noun={applicationNoun}
        empty={view.search === '' && named ? named.empty : empty}
        dense={settings.dense}
        opened={opened}
        isNarrow={opened !== null}
        minTableWidth={opened === null ? MIN_APPLICATIONS_TABLE_WIDTH : undefined}
        about={named?.explanation}
        filter={
          <>
            <ListFilter
              label="Status"
              name="status"
              all={withCount('All', figures?.total)}
              labels={statusesWithCounts(figures?.statuses, view.status)}
              value={view.status}
              onChange={(status) => changeView({ status, exceptWaitingOn: '', quietDays: '' })}
            />
            {narrowing}
          </>
        }
        collapsed={opened === null && (view.search !== '' || tab === null) ? 'open' : 'closed'}
        narrowing={
          <QuickFilters {...{ list, settings }}>
            <SelectAllButton selection={selection} />
            <ExportLinks from={exportedFrom} query={nonEmpty(view)} />
          </QuickFilters>
        }
      >
        {children}
      </SortedList>
      <BulkBar {...{ role, list, selection, exportedFrom }} onRefresh={list.retry} />
    </>
  )
}

type QuickFiltersProps<Sort extends string> = Pick<ApplicationsListProps<Sort>, 'list' | 'settings'> & {
  /** Other actions on the list as shown. */
  children: Elements
}

/** One-press filters, and the density of rows. */
function QuickFilters<Sort extends string>({
  list: { view, changeView },
  settings,
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
      <ListOptions settings={settings} />
      {children}
    </div>
  )
}
