import { statuses, type ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import { Select } from '#client/ui/select.tsx'

export type StatusFilterProps = {
  status: ApplicationStatus | null
  onStatus: (status: ApplicationStatus | null) => void
  /** How many applications have each status, as far as is known. */
  counts: Readonly<Partial<Record<ApplicationStatus, number>>> | undefined
  total: number | undefined
}

const names = Object.entries(statuses) as [ApplicationStatus, string][]

/** All applications, or those of one status, with how many there are of each. */
export function StatusFilter({ status, onStatus, counts, total }: StatusFilterProps) {
  const withCount = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString('en-ZA')})`
  return (
    <Select
      label="Status"
      name="status"
      placeholder={null}
      value={status ?? ''}
      onChange={({ target }) => onStatus((target.value || null) as ApplicationStatus | null)}
      options={[
        { value: '', label: withCount('All', total) },
        ...names.map(([value, label]) => ({ value, label: withCount(label, counts?.[value]) })),
      ]}
    />
  )
}
