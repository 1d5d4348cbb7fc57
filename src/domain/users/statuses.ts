/**
 * Where an account stands: invited until something that was mailed to its address has come back, be it the temporary
 * password or what confirms a registration (decisions, "User status"; docs/decisions/0050).
 */
export const userStatuses = ['active', 'invited', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

/** What each status is called on screens. */
export const userStatusLabels = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
} as const satisfies Record<UserStatus, string>
