import type { Office } from '#features/brand/rules/office.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { WaitingOn } from '#features/applications/rules/round/rounds.ts'
import { daysSince, waitSince } from '#features/applications/rules/waiting.ts'
import { dayOf } from '#base/rules/time/dates.ts'

/** The facts of an application that say what it waits for. */
export interface WaitingFacts {
  status: ApplicationStatus
  waitingOn: WaitingOn | null
  waitingSince: string | null
  answerPromisedBy: string | null
  lastActiveOn: string
  statusChangedAt: string
  invitedUntil: string | null
  /** The state of the FICA checks, where the firm has them. */
  pack: { state: string } | null
}

/** Whose turn it is, since when or for what, and whether that is too late. */
export interface Waiting {
  party: 'Us' | 'Client'
  what: string
  isLate: boolean
}

/** What an application waits for; null for nothing. Days of staff are business days. */
export function waitingFor(facts: WaitingFacts, now: Date, office: Office): Waiting | null {
  const { status, waitingOn, waitingSince, answerPromisedBy, lastActiveOn, invitedUntil } = facts
  const client = (): Waiting => ({ party: 'Client', what: days(daysSince(lastActiveOn, now)), isLate: false })
  if (status === 'draft') {
    const isExpired = invitedUntil !== null && new Date(invitedUntil) <= now
    return isExpired ? { party: 'Client', what: 'invitation expired', isLate: true } : client()
  }
  if (waitingOn === 'client') return client()
  if (waitingSince !== null) {
    const { businessDays, late } = waitSince(new Date(waitingSince), now, office, answerPromisedBy)
    const what = businessDays === 0 && waitingOn === 'staff' ? 'replied today' : days(businessDays)
    return { party: 'Us', what: late ? `${what}, late` : what, isLate: late }
  }
  return status === 'approved' ? afterApproval(facts, now, client) : null
}

/** An approved client is onboarded, once the FICA checks are complete where the firm has them. */
function afterApproval({ pack, statusChangedAt }: WaitingFacts, now: Date, client: () => Waiting): Waiting {
  if (pack === null || pack.state === 'complete')
    return { party: 'Us', what: 'ready to onboard', isLate: false }
  if (pack.state === 'none' || pack.state === 'open') return client()
  return { party: 'Us', what: days(daysSince(dayOf(new Date(statusChangedAt)), now)), isLate: false }
}

function days(count: number): string {
  if (count === 0) return 'today'
  return `${count.toLocaleString('en-ZA')} ${count === 1 ? 'day' : 'days'}`
}
