import { useState, type SyntheticEvent } from 'react'
import { auditGroupNames, auditGroups } from '#features/audit/rules/event.ts'
import { auditActions, auditEvents } from '#features/audit/rules/events.ts'
import { Button } from '#base/client/ui/button.tsx'
import type { Elements } from '#base/client/ui/elements.ts'
import { controlClasses, LOW_CONTROL } from '#base/client/ui/field.tsx'
import { FilterButton } from '#base/client/ui/toolbar-buttons.tsx'
import { Select } from '#base/client/ui/select.tsx'
import { TextInput } from '#base/client/ui/text-input.tsx'
import { noFilter, type LogFilter } from './log-filter.ts'

const actionOptions = auditActions
  .map((value) => ({ value, label: auditEvents[value].label }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

const groupOptions = auditGroupNames.map((value) => ({ value, label: auditGroups[value] }))

const outcomeOptions = [
  { value: 'success', label: 'Succeeded' },
  { value: 'failure', label: 'Failed' },
]

/** Filters the log by user, client, action, time and outcome. */
export function LogControls({
  filter,
  onFilter,
  children,
}: {
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
  /** Further controls. */
  children?: Elements
}) {
  const [typed, setTyped] = useState(filter)
  const take = (part: Partial<LogFilter>) => setTyped((present) => ({ ...present, ...part }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onFilter({ ...typed, user: typed.user.trim(), about: typed.about.trim() })
  }
  const clear = () => {
    setTyped(noFilter)
    onFilter(noFilter)
  }
  return (
    <form
      noValidate
      role="search"
      aria-label="Audit log"
      onSubmit={submit}
      className="mb-2 flex flex-wrap items-center gap-2 lg:mb-0"
    >
      <LowField
        label="User"
        placeholder="User: name, email or ID"
        value={typed.user}
        onChange={(user) => take({ user })}
      />
      <LowField
        label="Client or application"
        placeholder="Who has seen this client?"
        value={typed.about}
        onChange={(about) => take({ about })}
      />
      <FilterButton>
        <FurtherFields typed={typed} onChange={take} />
      </FilterButton>
      <Button type="submit" size="small" tone="secondary">
        Show
      </Button>
      {JSON.stringify(filter) === JSON.stringify(noFilter) ? null : (
        <Button tone="quiet" size="small" onClick={clear}>
          Clear filters
        </Button>
      )}
      {children}
    </form>
  )
}

type FieldsProps = { typed: LogFilter; onChange: (part: Partial<LogFilter>) => void }

/** The filters behind the button. */
function FurtherFields({ typed, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label="Kind of action"
        name="group"
        placeholder="All kinds"
        options={groupOptions}
        value={typed.group}
        onChange={({ target }) => onChange({ group: target.value as LogFilter['group'] })}
      />
      <Select
        label="Action"
        name="action"
        placeholder="All actions"
        options={actionOptions}
        value={typed.action}
        onChange={({ target }) => onChange({ action: target.value as LogFilter['action'] })}
      />
      <Select
        label="Status"
        name="outcome"
        placeholder="Any"
        options={outcomeOptions}
        value={typed.outcome}
        onChange={({ target }) => onChange({ outcome: target.value as LogFilter['outcome'] })}
      />
      <TextInput
        label="From"
        name="from"
        type="date"
        value={typed.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextInput
        label="To"
        name="to"
        type="date"
        value={typed.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  )
}

type LowFieldProps = { label: string; placeholder: string; value: string; onChange: (text: string) => void }

/** A field of the row, which its placeholder explains. */
function LowField({ label, placeholder, value, onChange }: LowFieldProps) {
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={controlClasses(false, `${LOW_CONTROL} min-w-0 grow basis-32`)}
    />
  )
}
