import { paths } from '#base/client/paths.ts'
import type { StatusEndpoint } from './status/use-status-change.ts'

/** The workspace of a role: its list, its review page, and the API by which it decides. */
export interface Workspace {
  role: 'admin' | 'wealth_manager'
  list: string
  review: string
  /** The text of the link back to the list. */
  back: string
  endpoint: StatusEndpoint
}

export const adminWorkspace: Workspace = {
  role: 'admin',
  list: paths.admin,
  review: paths.adminReview,
  back: 'Back to all applications',
  endpoint: 'PATCH /api/admin/applications/{id}/status',
}

export const managerWorkspace: Workspace = {
  role: 'wealth_manager',
  list: paths.wealthManager,
  review: paths.managerReview,
  back: 'Back to your clients',
  endpoint: 'PUT /api/admin/applications/{id}/status',
}
