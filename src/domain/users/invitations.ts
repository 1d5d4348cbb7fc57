const DAY_MS = 24 * 60 * 60_000

/** An invitation that was not used yet: it works still, or it ran out. */
export const invitationStates = { open: 'Invited', expired: 'Invitation ran out' } as const
export type InvitationState = keyof typeof invitationStates
export const invitationStateNames = Object.keys(invitationStates) as [InvitationState, ...InvitationState[]]

/** Where an invitation stands. @param until when it runs out */
export function invitationState(until: Date, now: Date): InvitationState {
  return now < until ? 'open' : 'expired'
}

/** An invitation in a few words: "Invited", "Invited, ran out today", "Invited, ran out 3 days ago". */
export function invitationText(until: Date, now: Date): string {
  if (invitationState(until, now) === 'open') return 'Invited'
  const days = Math.floor((now.getTime() - until.getTime()) / DAY_MS)
  if (days === 0) return 'Invited, ran out today'
  return `Invited, ran out ${days} day${days === 1 ? '' : 's'} ago`
}
