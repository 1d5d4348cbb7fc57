/**
 * Account status. Invited until something mailed to the address was used: the temporary password or the confirmation
 * (decisions, "User status"; docs/decisions/0050).
 */
export const userStatuses = ['active', 'invited', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Display names of the statuses. */
export const userStatusLabels = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
} as const satisfies Record<UserStatus, string>
