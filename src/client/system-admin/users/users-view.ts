import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { MAX_SEARCH_LENGTH } from '#domain/applications/review/list.ts'
import { roles, type Role } from '#domain/users/roles.ts'
import { userStatuses, type UserStatus } from '#domain/users/statuses.ts'

/** Which users somebody looks at: kept in the address bar. */
export interface UsersView {
  search: string
  role: Role | null
  status: UserStatus | null
}

/** The view that an address names. What it does not name, or names wrongly, is everybody. */
export function readUsersView(params: URLSearchParams): UsersView {
  return {
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    role: roles.find((role) => role === params.get('role')) ?? null,
    status: userStatuses.find((status) => status === params.get('status')) ?? null,
  }
}

/** An address for a view; whatever else it holds stays in. */
export function writeUsersView(params: URLSearchParams, view: UsersView): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const [name, value] of Object.entries(view)) {
    if (value === null || value === '') written.delete(name)
    else written.set(name, String(value))
  }
  return written
}

/** Whether a view leaves anybody out. */
export function isFiltered({ search, role, status }: UsersView): boolean {
  return search !== '' || role !== null || status !== null
}

/** The view in the address bar, and a way to change it. */
export function useUsersView(): [
  view: UsersView,
  change: (patch: Partial<UsersView>, how?: { replace: boolean }) => void,
] {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readUsersView(params), [params])
  const change = (patch: Partial<UsersView>, how = { replace: false }) => {
    setParams((present) => writeUsersView(present, { ...readUsersView(present), ...patch }), how)
  }
  return [view, change]
}
