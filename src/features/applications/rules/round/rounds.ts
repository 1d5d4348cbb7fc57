import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'

/**
 * States of a correction request. `draft` is not sent; `asked` waits for the client, `answered` for staff. The others
 * are closed: accepted, requested again in a further one, withdrawn, or superseded by a decision.
 */
export const roundStates = {
  draft: 'Not sent yet',
  asked: 'Waiting for client',
  answered: 'Client replied',
  accepted: 'Accepted',
  'asked-again': 'Asked again',
  withdrawn: 'Withdrawn',
  superseded: 'No longer needed',
} as const

export type RoundState = keyof typeof roundStates
export const roundStateNames = Object.keys(roundStates) as [RoundState, ...RoundState[]]

/**
 * Whether an open request stops an approval. What the client began alone and has not sent stops nothing (decisions,
 * "Approve with an open correction").
 */
export function stopsApproval({
  state,
  openedBy,
}: {
  state: RoundState
  openedBy: 'client' | null
}): boolean {
  return !(state === 'asked' && openedBy === 'client')
}

/** Whose turn it is: the client answers, staff review. */
export const waitingOn = { client: roundStates.asked, staff: roundStates.answered } as const
export type WaitingOn = keyof typeof waitingOn
export const waitingOnNames = Object.keys(waitingOn) as [WaitingOn, ...WaitingOn[]]

/** Review results: accepted, or requested again. */
export const verdicts = ['accepted', 'again'] as const
export type Verdict = (typeof verdicts)[number]

/** Default number of days for an answer. */
const DAYS_TO_ANSWER = 14

/** Reminders are sent once each after this many days without an answer. */
export const REMINDER_DAYS = [3, 7] as const

/** The default due day. */
export function usualDueDay(now: Date): string {
  return dayOf(new Date(now.getTime() + DAYS_TO_ANSWER * DAY_MS))
}

/** Whether the due day has passed. It only affects a badge. */
export function isOverdue(dueOn: string, now: Date): boolean {
  return dayOf(now) > dueOn
}

/** Number of reminders due by now. */
export function remindersDue(askedAt: Date, now: Date): number {
  return REMINDER_DAYS.filter((days) => now.getTime() - askedAt.getTime() >= days * DAY_MS).length
}
