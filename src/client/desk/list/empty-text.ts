import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import type { ListView } from './list-view.ts'

/** What a list without rows says (specification section 2, "Admin dashboard"). */
export function emptyText({ status, search }: ListView): string {
  if (search !== '') return `Nothing found for “${search}”.`
  if (status !== null) return `No applications with status ${statuses[status]}.`
  return 'No applications yet. Send an invitation to get started.'
}
