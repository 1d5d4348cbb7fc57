import { ChevronDown, X } from 'lucide-react'
import {
  applicationStatuses,
  statuses,
  type ApplicationStatus,
} from '#features/access/rules/lifecycle/statuses.ts'
import { useMay } from '#features/access/client/use-may.tsx'
import { invitationStateNames, invitationStates } from '#features/accounts/rules/invitations.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import {
  managerPackFilterNames,
  packFilterNames,
  packFilters,
} from '#features/due-diligence/rules/pack-state.ts'
import { waitingOn } from '#features/applications/rules/round/rounds.ts'
import { ListFilter } from '#base/client/lists/list-controls.tsx'
import type { ChangeView } from '#base/client/lists/view.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import type { Elements } from '#base/client/ui/elements.ts'
import { PopoverButton } from '#base/client/ui/popover-button.tsx'
import { statusText, withCount, withStatus, type ApplicationsView } from './lists.ts'
import type { RowSettings } from './use-row-settings.ts'
import { columnChoices, withColumn } from './visible-columns.ts'

export type StatusFilterProps = {
  /** One status, or several separated by commas; empty for all. */
  value: string
  /** The counts, if loaded. */
  counts: { total: number; statuses: Readonly<Partial<Record<ApplicationStatus, number>>> } | undefined
  onChange: (value: string) => void
}

/** Filters by one or several statuses. */
export function StatusFilter(props: StatusFilterProps) {
  const { value } = props
  const several = value.split(',').length
  return (
    <PopoverButton
      label="Status"
      text={
        <span className="flex items-center gap-2">
          <span className="font-normal text-ink-soft">{'Status '}</span>
          <span>{value === '' ? 'All' : several > 1 ? `${several} chosen` : statusText(value)}</span>
          <ChevronDown aria-hidden="true" className="size-5 text-ink-soft" />
        </span>
      }
    >
      <StatusChoices {...props} />
    </PopoverButton>
  )
}

export function StatusChoices({ value, counts, onChange }: StatusFilterProps) {
  const chosen = value === '' ? [] : value.split(',')
  return (
    <fieldset>
      <legend className="sr-only">Status</legend>
      <Checkbox
        name="status-all"
        label={withCount('All statuses', counts?.total)}
        checked={chosen.length === 0}
        onChange={() => onChange('')}
      />
      {applicationStatuses.map((status) => (
        <Checkbox
          key={status}
          name={`status-${status}`}
          label={withCount(statuses[status], counts?.statuses[status])}
          checked={chosen.includes(status)}
          onChange={({ target }) => onChange(withStatus(value, status, target.checked))}
        />
      ))}
    </fieldset>
  )
}

type ColumnsChoiceProps = {
  settings: RowSettings
  /** The columns that can be shown, and those that are. */
  all: readonly { id: string; title: string }[]
  visible: readonly { id: string }[]
}

/** Chooses the columns. */
export function ColumnsChoice({ settings, all, visible }: ColumnsChoiceProps) {
  const shown = visible.map(({ id }) => id)
  return (
    <fieldset>
      <legend className="font-semibold">Columns</legend>
      {columnChoices(all).map(({ id, title }) => (
        <Checkbox
          key={id}
          name={`column-${id}`}
          label={title}
          checked={shown.includes(id)}
          onChange={({ target }) =>
            settings.onColumns(target.checked ? withColumn(shown, id) : shown.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}

type FilterChipsProps = {
  view: ApplicationsView<string>
  /** The name of the wealth manager that is filtered by, if any. */
  manager: string | undefined
  onChange: ChangeView<ApplicationsView<string>>
}

/** The active filters, each of which a press removes. */
export function FilterChips({ view, manager, onChange }: FilterChipsProps) {
  const active = activeFilters(view, manager)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      {active.map(({ label, reset }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => onChange(reset)}
            className="inline-flex min-h-11 items-center gap-1 rounded-md bg-sunken px-2 text-xs text-ink hover:bg-primary-wash desk:min-h-9"
          >
            <span className="sr-only">Remove the filter: </span>
            <span>{label}</span>
            <X aria-hidden="true" className="size-4 text-ink-soft" />
          </button>
        </li>
      ))}
    </ul>
  )
}

type ActiveFilter = { label: string; reset: Partial<ApplicationsView<string>> & { wealthManager?: '' } }

/** The filters of a view as texts, each with the change that removes it. */
function activeFilters(view: ApplicationsView<string>, manager: string | undefined): ActiveFilter[] {
  const filters: (ActiveFilter | false)[] = [
    view.status !== '' && { label: statusText(view.status), reset: { status: '' } },
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
    view.pack !== '' && { label: `FICA: ${packFilters[view.pack]}`, reset: { pack: '' } },
    manager !== undefined && { label: manager, reset: { wealthManager: '' } },
  ]
  return filters.filter((one) => one !== false)
}

type FiltersProps = {
  view: ApplicationsView<string>
  change: ChangeView<ApplicationsView<string>>
}

/** The filters behind the toolbar's button. */
export function Filters({ view, change, children }: FiltersProps & { children: Elements }) {
  const { ficaPack } = useBranding()
  const packs = useMay('screening.read') ? packFilterNames : managerPackFilterNames
  return (
    <>
      {children}
      <ListFilter
        label="Waiting for"
        name="waitingOn"
        all="All"
        labels={[
          ['staff', 'Us: client replied'],
          ['client', 'Client: corrections'],
        ]}
        value={view.waitingOn}
        onChange={(on) => change({ waitingOn: on, exceptWaitingOn: '', alsoWaitingOn: '' })}
      />
      <ListFilter
        label="Invitation"
        name="invitation"
        all="All"
        labels={invitationStateNames.map((name) => [name, invitationStates[name]])}
        value={view.invitation}
        onChange={(invitation) => change({ invitation })}
      />
      {ficaPack ? (
        <ListFilter
          label="FICA checks"
          name="pack"
          all="All"
          labels={packs.map((name) => [name, packFilters[name]])}
          value={view.pack}
          onChange={(pack) => change({ pack })}
        />
      ) : null}
    </>
  )
}
