import { views, type ViewFilter, type ViewName } from '#domain/applications/review/views.ts'
import type { ApplicationsView } from './lists.ts'

/** What a list is narrowed by: a queue is known by these, however it is sorted and searched. */
export const filterNames = [
  'status',
  'waitingOn',
  'exceptWaitingOn',
  'quietDays',
  'wealthManager',
  'invitation',
] as const

/** A list as somebody looks at it; only admins narrow theirs by a wealth manager. */
export type Looked = ApplicationsView<string> & { wealthManager?: string }

/** The queue that a list shows: `all` where nothing narrows it, null where it has no name. */
export function queueOf(looked: Looked): ViewName | 'all' | null {
  const isOf = (filter: ViewFilter & { invitation?: undefined }) =>
    filterNames.every((name) => (looked[name] ?? '') === String(filter[name] ?? ''))
  if (isOf({})) return 'all'
  return (Object.keys(views) as ViewName[]).find((name) => isOf(views[name].filter)) ?? null
}
