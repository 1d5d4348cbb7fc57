import { useState, type SyntheticEvent } from 'react'
import { auditGroupNames, auditGroups } from '#features/audit/rules/event.ts'
import { auditActions, auditEvents } from '#features/audit/rules/events.ts'
import { Button } from '#base/client/ui/button.tsx'
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
}: {
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
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
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] items-end gap-4 *:nth-[-n+2]:col-span-full lg:grid-cols-4 lg:*:nth-[-n+2]:col-span-1"
    >
      <NamedFields typed={typed} onChange={take} />
      <Select
        label="Kind of action"
        name="group"
        placeholder="All kinds"
        options={groupOptions}
        value={typed.group}
        onChange={({ target }) => take({ group: target.value as LogFilter['group'] })}
      />
      <Select
        label="Action"
        name="action"
        placeholder="All actions"
        options={actionOptions}
        value={typed.action}
        onChange={({ target }) => take({ action: target.value as LogFilter['action'] })}
      />
      <Select
        label="Status"
        name="outcome"
        placeholder="Any"
        options={outcomeOptions}
        value={typed.outcome}
        onChange={({ target }) => take({ outcome: target.value as LogFilter['outcome'] })}
      />
      <TextInput
        label="From"
        name="from"
        type="date"
        value={typed.from}
        onChange={({ target }) => take({ from: target.value })}
      />
      <TextInput
        label="To"
        name="to"
        type="date"
        value={typed.to}
        onChange={({ target }) => take({ to: target.value })}
      />
      <div className="col-span-full flex flex-wrap gap-3 lg:col-span-1">
        <Button type="submit" size="small">
          Show
        </Button>
        <Button tone="quiet" size="small" onClick={clear}>
          Clear filters
        </Button>
      </div>
    </form>
  )
}

/** The actor, and what the entries are about. */
function NamedFields({
  typed,
  onChange,
}: {
  typed: LogFilter
  onChange: (part: Partial<LogFilter>) => void
}) {
  return (
    <>
      <TextInput
        label="User"
        name="user"
        autoComplete="off"
        spellCheck={false}
        placeholder="Name, email address or ID"
        value={typed.user}
        onChange={({ target }) => onChange({ user: target.value })}
      />
      <TextInput
        label="Client or application"
        name="about"
        autoComplete="off"
        spellCheck={false}
        placeholder="Name, email, reference or ID"
        value={typed.about}
        onChange={({ target }) => onChange({ about: target.value })}
      />
    </>
  )
}
