import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ListedApplication } from '#features/review/api/staff-applications.ts'
import { views } from '#features/review/rules/views.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import type { Column } from '#base/client/lists/column.ts'
import { ListSection } from '#base/client/lists/list-section.tsx'
import { ListTable } from '#base/client/lists/list-table.tsx'
import { sortedBy } from '#base/client/lists/view.ts'
import { Button } from '#base/client/ui/button.tsx'
import { useMinWidth } from '#base/client/ui/use-min-width.ts'
import { useBulkBar } from '../bulk/bulk-bar.tsx'
import { SelectAllButton, selectionColumn } from '../bulk/selection-column.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { ShortcutsHelp, listShortcuts } from '../shortcuts-help.tsx'
import { findCurrentTab } from '../own-views/addresses.ts'
import { useSavedViews } from '../own-views/use-saved-views.ts'
import { ApplicationCard } from './application-card.tsx'
import type { ApplicationsListProps } from './list-props.ts'
import { ListHead } from './list-head.tsx'
import { MIN_APPLICATIONS_TABLE_WIDTH, useVisibleColumns } from './visible-columns.ts'
import { applicationTexts, emptyText, type ApplicationsView } from './lists.ts'
import { queueTabs } from './queues.ts'

/** A list of applications: title and controls in one row, queues in the next, and the rows. */
export function ApplicationsList<Sort extends string>(props: ApplicationsListProps<Sort>) {
  const { role, stable, queues, settings, opened, addressOf, caption, columns, frame, exportedFrom } = props
  const { list } = stable
  const { view, changeView } = list
  const { sort, direction } = view
  const change = (patch: Partial<ApplicationsView<string>>, how?: { replace: boolean }) =>
    // A type argument: the view of a role has these too.
    changeView(patch as Partial<ApplicationsView<Sort>>, how)
  const [path] = useLocation()
  const isTable = useMinWidth(MIN_APPLICATIONS_TABLE_WIDTH)

  const own = useSavedViews()
  const saved = own.data?.own ?? []
  const current = findCurrentTab(role, view, queues, saved)
  const { tab } = current
  const named = typeof tab === 'string' && tab !== 'all' ? views[tab] : undefined

  const mayAct = useMay('applications.act-on-many')
  const selection = useSelection(list, JSON.stringify({ ...view, sort: '', direction: '' }))
  const [isSelecting, setSelecting] = useState(false)
  const select = selectionColumn(selection)
  const bulk = useBulkBar({ role, list, selection, exportedFrom, frame })
  const visible = useVisibleColumns(columns, opened !== null, settings.columns)
  const { empty = emptyText(view) } = props
  return (
    <>
      <ListHead
        {...props}
        {...{ change, visible, isTable, current }}
        bar={isTable && bulk.isShown ? bulk.bar : null}
        own={own.data}
        tabs={queueTabs({
          path,
          names: queues,
          counts: frame?.counts,
          total: frame?.total,
          own: saved,
          current: tab,
        })}
        selecting={
          mayAct ? (
            <>
              <Button size="small" tone="secondary" onClick={() => setSelecting(!isSelecting)}>
                {isSelecting ? 'Stop selecting' : 'Select clients'}
              </Button>
              <SelectAllButton selection={selection} />
            </>
          ) : null
        }
      />
      <ListSection
        list={list}
        texts={applicationTexts}
        empty={view.search === '' && named ? named.empty : empty}
      >
        <ListTable
          {...{ caption, list, opened }}
          columns={mayAct ? [select, ...visible] : visible}
          minTableWidth={opened === null ? MIN_APPLICATIONS_TABLE_WIDTH : undefined}
          card={cardWith(isSelecting || selection.count > 0 ? select : null, addressOf)}
          order={{
            sort,
            direction,
            onSort: (by: Sort) => change(sortedBy<string>({ sort, direction }, by)),
          }}
        />
      </ListSection>
      <ShortcutsHelp setting={settings} text={listShortcuts} />
      {!isTable && bulk.isShown ? (
        <div
          data-bulk-bar=""
          className="sticky bottom-0 z-20 mt-4 border border-hairline bg-surface px-4 py-3 shadow-float print:hidden"
        >
          {bulk.bar}
        </div>
      ) : null}
      {bulk.dialog}
    </>
  )
}

/** An application on a phone, with its checkbox while clients are selected. */
function cardWith(select: Column<ListedApplication> | null, addressOf: (id: string) => string) {
  return (application: ListedApplication) => (
    <ApplicationCard
      application={application}
      select={select?.cell(application)}
      href={addressOf(application.id)}
    />
  )
}
