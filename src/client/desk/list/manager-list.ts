import { managerSorts } from '#domain/applications/review/list.ts'
import { callPage } from '#client/lib/call-page.ts'
import type { ApplicationList } from './use-application-pages.ts'

export type ManagerSort = (typeof managerSorts)[number]

/** The applications of a manager's own clients: the dashboard shows them, the review goes from one to the next. */
export const managerList: ApplicationList<ManagerSort> = {
  name: 'manager',
  sorts: managerSorts,
  load: (query, signal) => callPage('GET /api/wealth-manager/applications', query, signal),
}
