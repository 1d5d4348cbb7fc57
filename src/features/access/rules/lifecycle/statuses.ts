/** Statuses of an application, with staff labels (specification section 4). */
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
  /** Position in lists sorted by status. */
  rank: number
  /** Before a decision or onboarding. */
  open: boolean
  /** Submitted or under review: the client waits for an answer. */
  awaiting: boolean
  /** Submitted and not declined: the client can add or correct something, and staff can ask for that. */
  correctable: boolean
  /** A wealth manager's decision. */
  decision: boolean
  /** Ended without becoming a client. */
  declined: boolean
  /** An admin can reopen it (decisions, "New statuses"; docs/decisions/0060). */
  reopenable: boolean
  /** Badge tone for staff. */
  tone: 'neutral' | 'brass' | 'info' | 'success' | 'danger'
}

const none = {
  open: false,
  awaiting: false,
  correctable: false,
  decision: false,
  declined: false,
  reopenable: false,
}

/** Properties that rules and screens share per status. */
export const statusTraits = {
  draft: { ...none, rank: 1, open: true, tone: 'neutral' },
  submitted: { ...none, rank: 2, open: true, awaiting: true, correctable: true, tone: 'brass' },
  under_review: { ...none, rank: 3, open: true, awaiting: true, correctable: true, tone: 'info' },
  approved: {
    ...none,
    rank: 4,
    open: true,
    correctable: true,
    decision: true,
    reopenable: true,
    tone: 'success',
  },
  rejected: { ...none, rank: 5, decision: true, declined: true, reopenable: true, tone: 'danger' },
  onboarded: { ...none, rank: 6, correctable: true, tone: 'success' },
  cancelled: { ...none, rank: 7, declined: true, reopenable: true, tone: 'neutral' },
} as const satisfies Record<ApplicationStatus, StatusTraits>

/** Names of the boolean traits. */
export type StatusFlag = Exclude<keyof StatusTraits, 'rank' | 'tone'>

/** The statuses with a trait, in lifecycle order. */
export function statusesWith(flag: StatusFlag): ApplicationStatus[] {
  return applicationStatuses.filter((status) => statusTraits[status][flag])
}
