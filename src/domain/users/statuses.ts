/** Where an account stands: invited until the temporary password was used (decisions, "User status"). */
export const userStatuses = ['active', 'invited', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

/** What each status is called on screens. */
export const userStatusLabels = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
} as const satisfies Record<UserStatus, string>
