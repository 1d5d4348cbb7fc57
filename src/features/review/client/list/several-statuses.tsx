import { applicationStatuses, statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { Checkbox } from '#base/client/ui/checkbox.tsx'
import { withStatus } from './lists.ts'

type SeveralStatusesProps = {
  /** One status, or several separated by commas; empty for all. */
  value: string
  onChange: (value: string) => void
}

/** Filters by several statuses at once. */
export function SeveralStatuses({ value, onChange }: SeveralStatusesProps) {
  const chosen = value === '' ? [] : value.split(',')
  return (
    <details open={chosen.length > 1}>
      <summary className="inline-block cursor-pointer py-2 text-link">Several statuses</summary>
      <fieldset>
        <legend className="sr-only">Statuses</legend>
        {applicationStatuses.map((status) => (
          <Checkbox
            key={status}
            name={`status-${status}`}
            label={statuses[status]}
            checked={chosen.includes(status)}
            onChange={({ target }) => onChange(withStatus(value, status, target.checked))}
          />
        ))}
      </fieldset>
    </details>
  )
}
