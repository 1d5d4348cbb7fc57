import { ListFilter as FilterSign } from 'lucide-react'
import { useId } from 'react'
import { applicationStatuses, statuses } from '#domain/applications/lifecycle/statuses.ts'
import { buttonClasses } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { withStatus } from './lists.ts'

type StatusFilterProps = {
  /** One status, or several separated by commas; empty for all. */
  value: string
  onChange: (value: string) => void
}

/** Filters by several statuses at once. A native popover: Esc and a press outside close it. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const id = useId()
  const chosen = value === '' ? [] : value.split(',')
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={buttonClasses(chosen.length > 1 ? 'primary' : 'secondary', 'small')}
      >
        <FilterSign aria-hidden="true" className="size-5" />
        <span>{chosen.length > 1 ? `${chosen.length} statuses` : 'Several statuses'}</span>
      </button>
      <section
        id={id}
        popover="auto"
        aria-label="Statuses"
        className="m-auto w-80 max-w-[calc(100%-2rem)] rounded-lg border border-hairline bg-surface p-5 text-ink shadow-float"
      >
        <p className="mb-2 text-ink-soft">Applications with any of these statuses</p>
        {applicationStatuses.map((status) => (
          <Checkbox
            key={status}
            name={`status-${status}`}
            label={statuses[status]}
            checked={chosen.includes(status)}
            onChange={({ target }) => onChange(withStatus(value, status, target.checked))}
          />
        ))}
      </section>
    </>
  )
}
