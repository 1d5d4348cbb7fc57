import { Columns3, Ellipsis, ListFilter as FilterIcon, X } from 'lucide-react'
import { invitationStates } from '#features/accounts/rules/invitations.ts'
import { packFilters } from '#features/due-diligence/rules/pack-state.ts'
import { waitingOn } from '#features/applications/rules/round/rounds.ts'
import { DirectionToggle, ListSearch } from '#base/client/lists/list-controls.tsx'
import { ListStatus } from '#base/client/lists/list-status.tsx'
import type { StableList } from '#base/client/lists/use-stable-list.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import type { Elements } from '#base/client/ui/elements.ts'
import { PopoverButton } from '#base/client/ui/popover-button.tsx'
import { SelectBox } from '#base/client/ui/select.tsx'
import { ShortcutsHelp, listShortcuts } from '../shortcuts-help.tsx'
import { statusText, type ApplicationsView } from './lists.ts'
import type { RowSettings } from './use-row-settings.ts'
import { columnChoices, withColumn } from './visible-columns.ts'

type ListToolbarProps<Sort extends string> = {
  stable: Pick<StableList<unknown, ApplicationsView<Sort>>, 'list' | 'changes' | 'showChanges'>
  settings: RowSettings
  /** The columns that can be shown, and those that are. */
  columns: { all: readonly { id: string; title: string }[]; visible: readonly { id: string }[] }
  sorts: Readonly<Partial<Record<Sort, string>>>
  /** The number of applications, as text. */
  count: string
  /** The status filter. */
  status: Elements
  /** Further filters, and whether the filters differ from the current queue or saved view. */
  filters: Elements
  isFiltered: boolean
  /** The name of the wealth manager that is filtered by, if any. */
  manager?: string | undefined
  /** Other actions on the list. */
  more: Elements
}

/** Search, status, order, further filters, display and further actions of a list of applications. */
export function ListToolbar<Sort extends string>({
  stable,
  settings,
  columns,
  sorts,
  count,
  status,
  filters,
  isFiltered,
  manager,
  more,
}: ListToolbarProps<Sort>) {
  const { list } = stable
  const { view } = list
  const change = (patch: Partial<Pick<ApplicationsView<Sort>, 'sort' | 'direction'>>) =>
    list.changeView(patch)
  const active = isFiltered ? activeFilters(view, manager) : []
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <div className="min-w-0 grow basis-full sm:max-w-80 sm:basis-64">
          <ListSearch
            view={view}
            placeholder="Name, email, mobile, ID"
            finds
            isCompact
            onChange={(patch, how) => list.changeView(patch, how)}
          />
        </div>
        {status}
        <SelectBox
          isLow
          aria-label="Sort by"
          name="sort"
          className="min-w-0 grow sm:grow-0"
          value={view.sort}
          onChange={({ target }) => change({ sort: target.value as Sort })}
          options={(Object.entries(sorts) as [Sort, string][]).map(([value, label]) => ({ value, label }))}
        />
        <DirectionToggle isCompact direction={view.direction} onChange={change} />
        <PopoverButton
          label="More filters"
          icon={<FilterIcon aria-hidden="true" className="size-5" />}
          count={active.length}
        >
          <div className="grid gap-4">{filters}</div>
        </PopoverButton>
        <PopoverButton label="Display" icon={<Columns3 aria-hidden="true" className="size-5" />}>
          <DisplayOptions {...{ settings, columns }} />
        </PopoverButton>
        <PopoverButton label="Actions" icon={<Ellipsis aria-hidden="true" className="size-5" />}>
          <div className="grid justify-items-start gap-3">{more}</div>
        </PopoverButton>
        <ShortcutsHelp setting={settings} text={listShortcuts} />
        <ListStatus stable={stable} count={count} />
      </div>
      {active.length === 0 ? null : (
        <ul aria-label="Active filters" className="mt-2 flex flex-wrap gap-2 print:hidden">
          {active.map(({ label, reset }) => (
            <li key={label}>
              <Button
                size="small"
                tone="secondary"
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => list.changeView(reset as Partial<ApplicationsView<Sort>>)}
              >
                <span className="sr-only">Remove the filter: </span>
                <span>{label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type ActiveFilter = { label: string; reset: Partial<ApplicationsView<string>> & { wealthManager?: '' } }

/** The filters of a view as texts, each with the change that removes it. */
function activeFilters(view: ApplicationsView<string>, manager: string | undefined): ActiveFilter[] {
  const filters: (ActiveFilter | false)[] = [
    // The toolbar shows a single one.
    view.status.includes(',') && { label: statusText(view.status), reset: { status: '' } },
    view.waitingOn !== '' && { label: waitingOn[view.waitingOn], reset: { waitingOn: '' } },
    view.exceptWaitingOn !== '' && {
      label: `Not “${waitingOn[view.exceptWaitingOn]}”`,
      reset: { exceptWaitingOn: '' },
    },
    view.alsoWaitingOn !== '' && {
      label: `Also “${waitingOn[view.alsoWaitingOn]}”`,
      reset: { alsoWaitingOn: '' },
    },
    view.quietDays !== '' && { label: `Inactive for ${view.quietDays} days`, reset: { quietDays: '' } },
    view.invitation !== '' && { label: invitationStates[view.invitation], reset: { invitation: '' } },
    view.pack !== '' && { label: `Pack: ${packFilters[view.pack]}`, reset: { pack: '' } },
    manager !== undefined && { label: manager, reset: { wealthManager: '' } },
  ]
  return filters.filter((one) => one !== false)
}

/** The columns. */
function DisplayOptions({ settings, columns }: Pick<ListToolbarProps<string>, 'settings' | 'columns'>) {
  const visible = columns.visible.map(({ id }) => id)
  return (
    <fieldset className="max-sm:hidden">
      <legend className="font-semibold">Columns</legend>
      {columnChoices(columns.all).map(({ id, title }) => (
        <Checkbox
          key={id}
          name={`column-${id}`}
          label={title}
          checked={visible.includes(id)}
          onChange={({ target }) =>
            settings.onColumns(target.checked ? withColumn(visible, id) : visible.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}
