import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { ImportDetail } from '#features/imports/api/imports.ts'
import { importableStatuses, type ImportableStatus } from '#features/imports/rules/fields.ts'
import type { Manager } from '#features/accounts/client/manager-select.tsx'
import { Select, type Option } from '#base/client/ui/select.tsx'
import { Section } from '#base/client/ui/section.tsx'
import { managerOf, statusOf, valuesOf, type MappingDraft } from './use-mapping.ts'

type Props = { detail: ImportDetail; draft: MappingDraft; change: (changes: Partial<MappingDraft>) => void }

const UNASSIGNED = 'none'

/** What each value of the status column means. */
export function StatusValues({ detail, draft, change }: Props) {
  const values = valuesOf(detail, draft, 'status')
  if (values === null) return null
  const set = (value: string, chosen: string) => {
    const matched = new Map(draft.statuses)
    if (chosen === '') matched.delete(value)
    else matched.set(value, chosen as ImportableStatus)
    change({ statuses: matched })
  }
  return (
    <ValueList
      title="What each status means"
      description="Rows whose status is not matched are not imported. Decisions such as “Approved” can’t be: the statements and documents that they rest on are not here."
      name="status"
      values={values}
      options={importableStatuses.map((status) => ({ value: status, label: statuses[status] }))}
      chosen={(value) => statusOf(draft, value) ?? ''}
      onChoose={set}
    />
  )
}

/** Which of our wealth managers each value of that column means. */
export function ManagerValues({ detail, draft, change, managers }: Props & { managers: readonly Manager[] }) {
  const values = valuesOf(detail, draft, 'wealthManager')
  if (values === null) return null
  const set = (value: string, chosen: string) => {
    const matched = new Map(draft.managers)
    if (chosen === '') matched.delete(value)
    else matched.set(value, chosen === UNASSIGNED ? null : chosen)
    change({ managers: matched })
  }
  const chosen = (value: string) => {
    const id = managerOf(draft, managers, value)
    return id === null ? UNASSIGNED : (id ?? '')
  }
  return (
    <ValueList
      title="Who each wealth manager is"
      description="Rows whose wealth manager is not matched are not imported."
      name="manager"
      values={values}
      options={[
        ...managers.map(({ id, name, username }) => ({
          value: id,
          label: name === username ? name : `${name} (${username})`,
        })),
        { value: UNASSIGNED, label: 'Leave unassigned' },
      ]}
      chosen={chosen}
      onChoose={set}
    />
  )
}

type ValueListProps = {
  title: string
  description: string
  name: string
  values: readonly string[]
  options: Option[]
  chosen: (value: string) => string
  onChoose: (value: string, chosen: string) => void
}

function ValueList({ title, description, name, values, options, chosen, onChoose }: ValueListProps) {
  return (
    <Section title={title} description={description} level={3}>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {values.map((value, index) => (
          <Select
            key={value}
            label={value}
            name={`${name}-${index}`}
            placeholder="Not matched"
            value={chosen(value)}
            warning={chosen(value) === '' ? 'Rows with this value are not imported' : undefined}
            options={options}
            onChange={({ target }) => onChoose(value, target.value)}
          />
        ))}
      </div>
    </Section>
  )
}
