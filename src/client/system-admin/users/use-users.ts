import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { AdministeredUser } from '#domain/api/system-users.ts'
import { applicationStage } from '#domain/users/application-stage.ts'
import { call, type ApiError } from '#client/lib/api.ts'
import { callPage } from '#client/lib/call-page.ts'
import { queryFor } from '#client/lib/query-client.ts'
import type { UsersView } from './users-view.ts'

/** A row of the table. */
export interface UserRow extends AdministeredUser {
  /** How far a client has come; null for everybody else. */
  stage: string | null
}

interface UsersPage {
  rows: UserRow[]
  next: string | null
  total: number | null
}

const PAGE_ROWS = 50
const usersKey = ['system-users'] as const

/** The figures of the console. */
export const statsQuery = queryFor('GET /api/system-admin/stats')

/** A page of users, and then where the applications of its clients stand (specification section 7). */
async function loadPage(view: UsersView, cursor: string | null, signal: AbortSignal): Promise<UsersPage> {
  const { search, role, status } = view
  const page = await callPage(
    'GET /api/system-admin/users',
    {
      search: search.trim() || undefined,
      role: role ?? undefined,
      status: status ?? undefined,
      limit: PAGE_ROWS,
      cursor: cursor ?? undefined,
    },
    signal,
  )
  const clients = page.rows.filter((user) => user.role === 'client')
  const steps = await stepsOf(
    clients.map(({ id }) => id),
    signal,
  )
  const stageOf = ({ id, role: is }: AdministeredUser) =>
    is === 'client' ? applicationStage(steps.get(id)) : null
  return { ...page, rows: page.rows.map((user) => ({ ...user, stage: stageOf(user) })) }
}

async function stepsOf(ids: readonly string[], signal: AbortSignal): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const query = { userIds: ids.join(','), limit: ids.length }
  const standings = await call('GET /api/system-admin/applications', { query, signal })
  return new Map(standings.map(({ userId, currentStep }) => [userId, currentStep]))
}

/** The users of a view, as far as they are loaded. */
export function useUsers(view: UsersView) {
  const query = useInfiniteQuery<
    UsersPage,
    ApiError,
    { pages: UsersPage[]; pageParams: (string | null)[] },
    readonly [string, UsersView],
    string | null
  >({
    queryKey: [...usersKey, view],
    queryFn: ({ pageParam, signal }) => loadPage(view, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (shown) => shown,
    staleTime: 0,
  })
  const pages = query.data?.pages ?? []
  return { query, rows: pages.flatMap(({ rows }) => rows), total: pages[0]?.total ?? null }
}

/** Reads the users and the figures again, after a change. */
export function useUsersChanged(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: usersKey })
    void client.invalidateQueries({ queryKey: statsQuery.queryKey })
    void client.invalidateQueries({ queryKey: managersQuery.queryKey })
  }
}

/** The wealth managers, those who were only just invited too. */
export const managersQuery = queryFor('GET /api/system-admin/users', {
  query: { role: 'wealth_manager', limit: 500 },
})
