import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountName } from '#features/access/rules/account-name.ts'
import { withoutLetterText } from '#features/accounts/rules/without-letter.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Select } from '#base/client/ui/select.tsx'

/** The queries of all wealth managers, invited ones too, by the reader's role. */
export const managersQueries = {
  admin: queryFor('GET /api/admin/users', { query: { role: 'wealth_manager', limit: 500 } }),
  system_administrator: queryFor('GET /api/system-admin/users', {
    query: { role: 'wealth_manager', limit: 500 },
  }),
} as const

/** The roles that choose a manager. */
export type ManagerChooser = keyof typeof managersQueries

/** A wealth manager in the list. */
export interface Manager {
  id: string
  name: string
  username: string
  hasLetter: boolean
}

export type ManagerSelectProps = {
  listOf: ManagerChooser
  label: string
  value: string
  /** @param manager undefined if none is chosen */
  onChange: (id: string, manager: Manager | undefined) => void
  /** The entry for no manager. */
  placeholder: string
  /** The current manager, who may not be in the list. */
  present?: { id: string; name: string } | undefined
  /** The manager to leave out. */
  except?: string | undefined
  required?: boolean
  /** Shown if the list is empty. */
  whenNone?: ReactNode
  error?: string | undefined
}

/** Chooses a wealth manager who is not deactivated. Says what clients will see of one without a letter. */
export function ManagerSelect({
  listOf,
  value,
  onChange,
  placeholder,
  present,
  except,
  whenNone,
  ...field
}: ManagerSelectProps) {
  const { managers, isError, refetch } = useManagers(listOf)
  if (isError) {
    return <LoadFailure onRetry={() => void refetch()}>The wealth managers couldn’t be loaded.</LoadFailure>
  }
  const known = managers?.filter(({ id }) => id !== except) ?? []
  const isMissing = present !== undefined && known.every(({ id }) => id !== present.id)
  const options = [
    ...(isMissing ? [{ value: present.id, label: present.name }] : []),
    ...known.map((manager) => ({ value: manager.id, label: labelOf(manager) })),
  ]
  const none = managers !== undefined && options.length === 0
  const emptyLabel = none ? 'No wealth managers available' : placeholder
  const chosen = known.find(({ id }) => id === value)
  return (
    <Select
      {...field}
      name="wealthManagerId"
      disabled={options.length === 0}
      value={value}
      onChange={({ target }) =>
        onChange(
          target.value,
          known.find(({ id }) => id === target.value),
        )
      }
      placeholder={managers === undefined && value === '' ? 'Loading...' : emptyLabel}
      options={options}
      hint={none ? whenNone : undefined}
      warning={chosen === undefined || chosen.hasLetter ? undefined : withoutLetterText(chosen.name)}
    />
  )
}

function labelOf({ name, username }: Manager): string {
  return name === username ? username : `${name} (${username})`
}

const managerOf = ({
  id,
  fullName,
  username,
}: {
  id: string
  fullName: string | null
  username: string
}) => ({
  id,
  name: accountName({ fullName, username }),
  username,
})

/** The wealth managers to choose from; not loaded unless `enabled`. */
export function useManagers(listOf: ManagerChooser, enabled = true) {
  const admins = useQuery({
    ...managersQueries.admin,
    staleTime: 0,
    enabled: enabled && listOf === 'admin',
    select: (all): Manager[] => all.map((user) => ({ ...managerOf(user), hasLetter: user.hasFaisLetter })),
  })
  const administrators = useQuery({
    ...managersQueries.system_administrator,
    staleTime: 0,
    enabled: enabled && listOf === 'system_administrator',
    select: (all): Manager[] =>
      all
        .filter(({ status }) => status !== 'deactivated')
        .map((user) => ({ ...managerOf(user), hasLetter: user.faisDocumentPath !== null })),
  })
  const { data: managers, isError, refetch } = listOf === 'admin' ? admins : administrators
  return { managers, isError, refetch }
}
