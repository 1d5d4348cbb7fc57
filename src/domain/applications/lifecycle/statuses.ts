/** The statuses of an application, with the words for staff (specification section 4). */
export const statuses = {
  draft: 'Draft',
  submitted: 'Submitted',
  under_review: 'Under Review',
  approved: 'Approved',
  rejected: 'Rejected',
  onboarded: 'Onboarded',
  cancelled: 'Cancelled',
} as const

export type ApplicationStatus = keyof typeof statuses

export const applicationStatuses = Object.keys(statuses) as [ApplicationStatus, ...ApplicationStatus[]]
