/**
 * Account status. Invited until something mailed to the address was used: the temporary password or the confirmation
 * (decisions, "User status"; docs/decisions/0050). Not invited yet: imported, and nothing was mailed (docs/decisions/0148).
 */
export const userStatuses = ['active', 'not_invited', 'invited', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Display names of the statuses. */
export const userStatusLabels = {
  active: 'Active',
  not_invited: 'Not invited yet',
  invited: 'Invited',
  deactivated: 'Deactivated',
} as const satisfies Record<UserStatus, string>
