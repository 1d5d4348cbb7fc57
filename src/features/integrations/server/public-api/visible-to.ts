import { eq, sql, type SQL } from 'drizzle-orm'
import type { Machine } from '#features/integrations/rules/scopes.ts'
import { applications } from '#features/access/schema/tables.ts'

/**
 * The applications that a program reads, as a condition on `applications`: others look missing.
 *
 * @returns undefined for all applications
 */
export function isVisibleTo({ clients }: Machine): SQL | undefined {
  if (clients === 'all') return undefined
  return clients.managerId === null ? sql`false` : eq(applications.wealthManagerId, clients.managerId)
}
