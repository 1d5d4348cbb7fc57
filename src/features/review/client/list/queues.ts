import { views, type ViewFilter, type ViewName } from '#features/review/rules/views.ts'
import type { ApplicationsView } from './lists.ts'

/** The filters that identify a queue, whatever the order and search. */
export const filterNames = [
  'status',
  'waitingOn',
  'exceptWaitingOn',
  'alsoWaitingOn',
  'quietDays',
  'wealthManager',
  'invitation',
  'pack',
] as const

/** A view of either list; only admins filter by wealth manager. */
export type ListView = ApplicationsView<string> & { wealthManager?: string }

/** The queue that a list shows: `all` without filters, null for other filters. */
export function queueOf(view: ListView): ViewName | 'all' | null {
  const isOf = (filter: ViewFilter & { invitation?: undefined }) =>
    filterNames.every((name) => (view[name] ?? '') === String(filter[name] ?? ''))
  if (isOf({})) return 'all'
  return (Object.keys(views) as ViewName[]).find((name) => isOf(views[name].filter)) ?? null
}
