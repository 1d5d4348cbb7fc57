import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import type { ImportDetail } from '#features/imports/api/import-shapes.ts'
import { importableStatuses, type ImportableStatus } from '#features/imports/rules/fields.ts'
import type { Manager } from '#features/accounts/client/manager-select.tsx'
import { Button } from '#base/client/ui/button.tsx'
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
      isKnown={(value) => statusOf({ statuses: new Map() }, value) !== undefined}
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
  const unmatched = values.filter((value) => managerOf(draft, managers, value) === undefined)
  const leaveUnassigned = () =>
    change({
      managers: new Map([...draft.managers, ...unmatched.map((value): [string, null] => [value, null])]),
    })
  return (
    <ValueList
      title="Who each wealth manager is"
      description="Rows whose wealth manager is not matched are not imported."
      name="manager"
      values={values}
      isKnown={(value) => managerOf({ managers: new Map() }, managers, value) !== undefined}
      options={[
        ...managers.map(({ id, name, username }) => ({
          value: id,
          label: name === username ? name : `${name} (${username})`,
        })),
        { value: UNASSIGNED, label: 'Leave unassigned' },
      ]}
      chosen={(value) => {
        const id = managerOf(draft, managers, value)
        return id === null ? UNASSIGNED : (id ?? '')
      }}
      onChoose={set}
      action={
        unmatched.length > 1 ? (
          <Button tone="secondary" size="small" onClick={leaveUnassigned}>
            {`Leave all ${unmatched.length} unassigned`}
          </Button>
        ) : null
      }
    />
  )
}

type ValueListProps = {
  title: string
  description: string
  name: string
  values: readonly string[]
  /** Whether a value was matched without help. */
  isKnown: (value: string) => boolean
  options: Option[]
  chosen: (value: string) => string
  onChoose: (value: string, chosen: string) => void
  action?: React.ReactElement | null
}

/** Values to match; those that were matched without help are folded. */
function ValueList({ title, description, values, isKnown, action = null, ...choice }: ValueListProps) {
  const { known = [], open = [] } = Object.groupBy(values, (value) => (isKnown(value) ? 'known' : 'open'))
  const folded =
    known.length === 0 ? null : (
      <details>
        <summary className="cursor-pointer py-2">
          <span>{`${title}: ${known.length === 1 ? '1 value' : `${known.length} values`} matched.`}</span>{' '}
          <span className="text-link">Show</span>
        </summary>
        <Values {...choice} values={known} />
      </details>
    )
  if (open.length === 0) return folded
  return (
    <Section title={title} description={description} level={3} action={action}>
      <Values {...choice} values={open} />
      {folded}
    </Section>
  )
}

type ValuesProps = Pick<ValueListProps, 'name' | 'values' | 'options' | 'chosen' | 'onChoose'>

function Values({ name, values, options, chosen, onChoose }: ValuesProps) {
  return (
    <div className="mt-2 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {values.map((value) => (
        <Select
          key={value}
          label={value}
          name={`${name}-${value}`}
          placeholder="Not matched"
          value={chosen(value)}
          warning={chosen(value) === '' ? 'Rows with this value are not imported' : undefined}
          options={options}
          onChange={({ target }) => onChoose(value, target.value)}
        />
      ))}
    </div>
  )
}
