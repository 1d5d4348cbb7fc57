import { useQuery } from '@tanstack/react-query'
import { Select } from '#client/ui/select.tsx'
import { nameOfUser } from './user-columns.tsx'
import { managersQuery } from './use-users.ts'

export type ManagerSelectProps = {
  value: string
  onChange: (id: string) => void
  /** What stands for nobody. */
  placeholder: string
  /** The present manager, who may not be among those who can be chosen. */
  present?: { id: string; name: string } | undefined
  required?: boolean
  hint?: string
  error?: string | undefined
}

/** Chooses a wealth manager for a client: anybody who is not deactivated. */
export function ManagerSelect({
  value,
  onChange,
  placeholder,
  present,
  required,
  hint,
  error,
}: ManagerSelectProps) {
  const { data, isError } = useQuery({ ...managersQuery, staleTime: 0 })
  const assignable = data?.filter(({ status }) => status !== 'deactivated')
  const managers = (assignable ?? []).map((manager) => ({
    value: manager.id,
    label: manager.fullName ? `${manager.fullName} (${manager.username})` : nameOfUser(manager),
  }))
  const missing =
    present !== undefined && !managers.some((one) => one.value === present.id)
      ? [{ value: present.id, label: present.name }]
      : []
  const none = assignable?.length === 0
  return (
    <Select
      label="Wealth Manager"
      name="wealthManagerId"
      required={required}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      placeholder={none && missing.length === 0 ? 'No wealth managers available' : placeholder}
      options={[...missing, ...managers]}
      hint={isError ? 'The wealth managers could not be loaded. Please close this and try again.' : hint}
      error={error}
    />
  )
}
