import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { withFragment } from '#features/access/rules/sign-in-path.ts'

/** State of an unused invitation. */
export const invitationStates = { open: 'Invited', expired: 'Invitation expired' } as const
export type InvitationState = keyof typeof invitationStates
export const invitationStateNames = Object.keys(invitationStates) as [InvitationState, ...InvitationState[]]

/**
 * An invitation's state.
 *
 * @param until its expiry
 */
export function invitationState(until: Date, now: Date): InvitationState {
  return now < until ? 'open' : 'expired'
}

/** An invitation's state as text: "Invited", "Invitation expired today", "Invitation expired 3 days ago". */
export function invitationText(until: Date, now: Date): string {
  if (invitationState(until, now) === 'open') return 'Invited'
  const days = Math.floor((now.getTime() - until.getTime()) / DAY_MS)
  if (days === 0) return 'Invitation expired today'
  return `Invitation expired ${days} day${days === 1 ? '' : 's'} ago`
}

/** Path of the page that an invitation leads to, with the code in its fragment. */
export function invitationPath(token?: string): string {
  return withFragment('/welcome', token)
}
