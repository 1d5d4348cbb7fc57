import { paths } from '#client/shared/shell/paths.ts'
import type { StatusDoor } from './status/use-status-change.ts'

/** Where somebody works: their list, one application on a page of its own, and the door by which they decide. */
export interface Desk {
  role: 'admin' | 'wealth_manager'
  list: string
  review: string
  /** What leads back to the list. */
  back: string
  door: StatusDoor
}

export const adminDesk: Desk = {
  role: 'admin',
  list: paths.admin,
  review: paths.adminReview,
  back: 'Back to all applications',
  door: 'PATCH /api/admin/applications/{id}/status',
}

export const managerDesk: Desk = {
  role: 'wealth_manager',
  list: paths.wealthManager,
  review: paths.managerReview,
  back: 'Back to your clients',
  door: 'PUT /api/admin/applications/{id}/status',
}
