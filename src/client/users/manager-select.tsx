import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryFor } from '#client/lib/query-client.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { Select } from '#client/ui/select.tsx'

/** Every wealth manager, those who were only just invited too: as admins list them, and as system administrators do. */
export const managersQueries = {
  admin: queryFor('GET /api/admin/users', { query: { role: 'wealth_manager', limit: 500 } }),
  system_administrator: queryFor('GET /api/system-admin/users', {
    query: { role: 'wealth_manager', limit: 500 },
  }),
} as const

export type ManagerSelectProps = {
  /** Who chooses: each has a list of their own. */
  listOf: keyof typeof managersQueries
  label: string
  value: string
  onChange: (id: string) => void
  /** What stands for nobody. */
  placeholder: string
  /** The present manager, who may not be among those who can be chosen. */
  present?: { id: string; name: string } | undefined
  required?: boolean
  /** What to do where nobody can be chosen. */
  whenNone?: ReactNode
  error?: string | undefined
}

/** Chooses a wealth manager for a client: anybody who is not deactivated. */
export function ManagerSelect({
  listOf,
  value,
  onChange,
  placeholder,
  present,
  whenNone,
  ...field
}: ManagerSelectProps) {
  const { managers, isError, refetch } = useManagers(listOf)
  if (isError) {
    return <LoadFailure onRetry={() => void refetch()}>The wealth managers could not be loaded.</LoadFailure>
  }
  const known = (managers ?? []).map((manager) => ({ value: manager.id, label: nameOfManager(manager) }))
  const isMissing = present !== undefined && known.every((one) => one.value !== present.id)
  const options = isMissing ? [{ value: present.id, label: present.name }, ...known] : known
  const none = managers !== undefined && options.length === 0
  const nobody = none ? 'No wealth managers available' : placeholder
  return (
    <Select
      {...field}
      name="wealthManagerId"
      disabled={options.length === 0}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      placeholder={managers === undefined && value === '' ? 'Loading...' : nobody}
      options={options}
      hint={none ? whenNone : undefined}
    />
  )
}

function nameOfManager({ fullName, username }: { fullName: string | null; username: string }): string {
  return fullName ? `${fullName} (${username})` : username
}

function useManagers(listOf: ManagerSelectProps['listOf']) {
  const admins = useQuery({ ...managersQueries.admin, staleTime: 0, enabled: listOf === 'admin' })
  const administrators = useQuery({
    ...managersQueries.system_administrator,
    staleTime: 0,
    enabled: listOf === 'system_administrator',
    select: (all) => all.filter(({ status }) => status !== 'deactivated'),
  })
  const { data: managers, isError, refetch } = listOf === 'admin' ? admins : administrators
  return { managers, isError, refetch }
}
