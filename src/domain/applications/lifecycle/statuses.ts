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

interface StatusTraits {
  /** Position in lists that are sorted by status. */
  rank: number
  /** Still on its way to a decision or to onboarding. */
  open: boolean
  /** Under review or about to be: the client waits for an answer. */
  awaiting: boolean
  /** A wealth manager's decision. */
  decision: boolean
  /** Ended without becoming a client. */
  declined: boolean
  /** An admin can take it back (decisions, "New statuses"; docs/decisions/0060). */
  reopenable: boolean
  /** Tone of its badge for staff. */
  tone: 'neutral' | 'brass' | 'info' | 'success' | 'danger'
}

const none = { open: false, awaiting: false, decision: false, declined: false, reopenable: false }

/** The properties by which rules and screens treat statuses alike. */
export const statusTraits = {
  draft: { ...none, rank: 1, open: true, tone: 'neutral' },
  submitted: { ...none, rank: 2, open: true, awaiting: true, tone: 'brass' },
  under_review: { ...none, rank: 3, open: true, awaiting: true, tone: 'info' },
  approved: { ...none, rank: 4, open: true, decision: true, reopenable: true, tone: 'success' },
  rejected: { ...none, rank: 5, decision: true, declined: true, reopenable: true, tone: 'danger' },
  onboarded: { ...none, rank: 6, tone: 'success' },
  cancelled: { ...none, rank: 7, declined: true, reopenable: true, tone: 'neutral' },
} as const satisfies Record<ApplicationStatus, StatusTraits>

/** The names of the traits that a status has or has not. */
export type StatusFlag = Exclude<keyof StatusTraits, 'rank' | 'tone'>

/** The statuses that have a trait, in the order of the lifecycle. */
export function statusesWith(flag: StatusFlag): ApplicationStatus[] {
  return applicationStatuses.filter((status) => statusTraits[status][flag])
}
