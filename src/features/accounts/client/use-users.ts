import { useQueryClient } from '@tanstack/react-query'
import type { AdministeredUser } from '#features/accounts/api/users.ts'
import { applicationStage } from '#features/accounts/rules/application-stage.ts'
import { roles, type Role } from '#features/access/rules/roles.ts'
import { userStatuses, type UserStatus } from '#features/access/rules/statuses.ts'
import { call } from '#base/client/lib/api.ts'
import { callPage, type Page } from '#base/client/lib/call-page.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { defineList, type PageOf } from '#base/client/lists/use-list.ts'
import { nonEmpty, oneOf, searched } from '#base/client/lists/view.ts'
import { managersQueries } from './manager-select.tsx'

/** A row of the table. */
export interface UserRow extends AdministeredUser {
  /** A client's progress; null for other roles. */
  stage: string | null
}

const usersKey = ['users'] as const

/** The filters of the list; empty values do not filter. */
export interface UsersView {
  search: string
  role: Role | ''
  status: UserStatus | ''
}

/** The figures of the console. */
export const statsQuery = queryFor('GET /api/system-admin/stats')

/** Every account, newest first. */
export const usersList = defineList<UserRow, UsersView>({
  key: usersKey,
  view: { search: searched, role: oneOf(roles), status: oneOf(userStatuses) },
  pageRows: 50,
  counts: [statsQuery.queryKey],
  load: loadPage,
})

/** Loads a page of users and then the progress of its clients (specification section 7). */
async function loadPage(view: UsersView, asked: PageOf, signal: AbortSignal): Promise<Page<UserRow>> {
  const page = await callPage('GET /api/system-admin/users', { ...nonEmpty(view), ...asked }, signal)
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

/** Refetches users and figures after a change. */
export function useUsersChanged(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: usersKey })
    void client.invalidateQueries({ queryKey: statsQuery.queryKey })
    void client.invalidateQueries({ queryKey: managersQueries.system_administrator.queryKey })
  }
}
