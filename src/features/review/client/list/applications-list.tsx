import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { views, type ViewName } from '#features/review/rules/views.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { nonEmpty, sortedBy, type ChangeView } from '#base/client/lists/view.ts'
import { invitationStates } from '#features/accounts/rules/invitations.ts'
import {
  managerPackFilterNames,
  packFilterNames,
  packFilters,
} from '#features/due-diligence/rules/pack-state.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { Button } from '#base/client/ui/button.tsx'
import type { Column } from '#base/client/lists/column.ts'
import { ListFilter } from '#base/client/lists/list-controls.tsx'
import { countText, ListSection } from '#base/client/lists/list-section.tsx'
import { ListTable } from '#base/client/lists/list-table.tsx'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { SelectAllButton, selectionColumn } from '../bulk/selection-column.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import type { Workspace } from '../workspaces.ts'
import { findCurrentTab } from '../own-views/addresses.ts'
import { SavedViewButtons } from '../own-views/saved-view-buttons.tsx'
import { useSavedViews } from '../own-views/use-saved-views.ts'
import { ExportLinks, type ExportLinksProps } from './export-links.tsx'
import { ApplicationCard } from './application-card.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import type { RowSettings } from './use-row-settings.ts'
import { MIN_APPLICATIONS_TABLE_WIDTH, useVisibleColumns } from './visible-columns.ts'
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
import { SeveralStatuses } from './several-statuses.tsx'
import { WaitingFilter } from './waiting-filter.tsx'
import type { Elements } from '#base/client/ui/elements.ts'

export type ApplicationsListProps<Sort extends string> = {
  /** The role of the user. */
  role: Workspace['role']
  /** The list, whose rows stay where they are while others change it. */
  stable: Pick<StableList<ListedApplication, ApplicationsView<Sort>>, 'list' | 'changes' | 'showChanges'>
  /** The queues above the list. */
  queues: readonly ViewName[]
  settings: RowSettings
  /** The application that is open in the side panel. */
  opened: string | null
  /** The content of the list, for screen readers. */
  caption: string
  columns: readonly Column<ListedApplication, Sort>[]
  /** The sort options with their labels. */
  sorts: Readonly<Record<Sort, string>>
  /** What is around the list, if loaded: counts of applications, and whether the user's bulk action is running. */
  frame:
    | {
        total: number
        statuses: Readonly<Partial<Record<ApplicationStatus, number>>>
        counts: Readonly<Partial<Record<ViewName, number>>>
        isActing: boolean
      }
    | undefined
  /** Further filters. */
  furtherFilters?: Elements
  /** The name of the wealth manager that is filtered by, if any. */
  manager?: string | undefined
  /** The source of exports. */
  exportedFrom: ExportLinksProps['from']
  /** The text of an empty list. */
  empty?: string
  /** Shown between the controls and the rows. */
  children?: Elements
}

/** A list of applications: queues, a toolbar, and the rows. */
export function ApplicationsList<Sort extends string>({
  role,
  stable,
  queues,
  settings,
  opened,
  caption,
  frame,
  sorts,
  furtherFilters,
  manager,
  empty = emptyText(stable.list.view),
  exportedFrom,
  columns,
  children,
}: ApplicationsListProps<Sort>) {
  const { list } = stable
  const { view, changeView } = list
  const selection = useSelection(list, JSON.stringify({ ...view, sort: '', direction: '' }))
  const own = useSavedViews()
  const saved = own.data?.own ?? []
  const { tab, isSaved } = findCurrentTab(role, view, queues, saved)
  const named = typeof tab === 'string' && tab !== 'all' ? views[tab] : undefined
  const visible = useVisibleColumns(columns, opened !== null, settings.columns)
  const select = selectionColumn(selection)
  const mayAct = useMay('applications.act-on-many')
  const maySave = useMay('own-views.keep')
  const { sort, direction } = view
  const change = (patch: Partial<ApplicationsView<string>>, how?: { replace: boolean }) =>
    // A type argument: the view of a role has these too.
    changeView(patch as Partial<ApplicationsView<Sort>>, how)
  return (
    <>
      <QueueTabs names={queues} counts={frame?.counts} total={frame?.total} own={saved} current={tab}>
        {own.data && maySave ? (
          <SavedViewButtons views={own.data} looked={view} {...{ role, tab, isSaved }} />
        ) : null}
      </QueueTabs>
      <ListToolbar
        {...{ stable, settings, manager }}
        columns={{ all: columns, visible }}
        sorts={offered(sorts, sort)}
        count={countText(list, applicationNoun)}
        isFiltered={tab === null}
        status={<StatusFilter {...{ view, change, frame }} />}
        filters={<Filters {...{ view, change }}>{furtherFilters}</Filters>}
        more={
          <>
            {mayAct ? <SelectAllButton selection={selection} /> : null}
            <ExportLinks from={exportedFrom} query={nonEmpty(view)} />
          </>
        }
      />
      <Explanation text={named?.explanation} />
      {children}
      <ListSection
        list={list}
        texts={applicationTexts}
        empty={view.search === '' && named ? named.empty : empty}
      >
        <ListTable
          {...{ caption, list, opened }}
          columns={mayAct ? [select, ...visible] : visible}
          dense
          minTableWidth={opened === null ? MIN_APPLICATIONS_TABLE_WIDTH : undefined}
          card={cardWith(mayAct ? select : null, columns)}
          order={{
            sort,
            direction,
            onSort: (by: Sort) => change(sortedBy<string>({ sort, direction }, by)),
          }}
        />
      </ListSection>
      {mayAct ? <BulkBar {...{ role, list, selection, exportedFrom, frame }} /> : null}
    </>
  )
}

function Explanation({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="mt-2 text-sm text-ink-soft">{text}</p>
}

/** An application on a phone, with the checkbox and the action of the table's columns. */
function cardWith(
  select: Column<ListedApplication> | null,
  columns: readonly Column<ListedApplication, string>[],
) {
  const action = columns.find(({ isAction }) => isAction)
  return (application: ListedApplication) => (
    <ApplicationCard
      application={application}
      select={select?.cell(application)}
      action={action?.cell(application)}
    />
  )
}

type FiltersProps = {
  view: ApplicationsView<string>
  change: ChangeView<ApplicationsView<string>>
}

/** The change that filters by a status, or several. */
const byStatus = (status: string) =>
  ({ status, exceptWaitingOn: '', alsoWaitingOn: '', quietDays: '' }) as const

function StatusFilter({ view, change, frame }: FiltersProps & Pick<ApplicationsListProps<string>, 'frame'>) {
  return (
    <ListFilter
      isCompact
      label="Status"
      name="status"
      all={withCount('All statuses', frame?.total)}
      labels={statusesWithCounts(frame?.statuses, view.status)}
      value={view.status}
      onChange={(status) => change(byStatus(status))}
    />
  )
}

/** The filters behind the toolbar's button. */
function Filters({ view, change, children }: FiltersProps & { children: Elements }) {
  const { ficaPack } = useBranding()
  const filters = useMay('screening.read') ? packFilterNames : managerPackFilterNames
  return (
    <>
      <SeveralStatuses
        value={view.status}
        onChange={(status) => change(byStatus(status), { replace: true })}
      />
      <WaitingFilter
        value={view.waitingOn}
        onChange={(waitingOn) => change({ waitingOn, exceptWaitingOn: '', alsoWaitingOn: '' })}
      />
      {ficaPack ? (
        <ListFilter
          label="Pack"
          name="pack"
          all="All"
          labels={filters.map((name) => [name, packFilters[name]])}
          value={view.pack}
          onChange={(pack) => change({ pack })}
        />
      ) : null}
      <Button
        size="small"
        tone={view.invitation === 'expired' ? 'primary' : 'secondary'}
        aria-pressed={view.invitation === 'expired'}
        onClick={() => change({ invitation: view.invitation === 'expired' ? '' : 'expired' })}
      >
        {invitationStates.expired}
      </Button>
      {children}
    </>
  )
}
