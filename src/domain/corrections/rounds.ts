import { dayOf } from '#domain/time/dates.ts'

/**
 * Where a round stands. `draft` is staff's basket; `asked` waits for the client, `answered` for staff. The others are over:
 * everything was accepted, some of it was asked again in a further round, staff took it back, or the application was
 * decided without it.
 */
export const roundStates = {
  draft: 'Not sent yet',
  asked: 'Waiting for client',
  answered: 'Client answered',
  accepted: 'Accepted',
  'asked-again': 'Asked again',
  withdrawn: 'Withdrawn',
  superseded: 'No longer needed',
} as const

export type RoundState = keyof typeof roundStates
export const roundStateNames = Object.keys(roundStates) as [RoundState, ...RoundState[]]

/** Whom an application waits for: the client, to answer; staff, to look at the answer. */
export const waitingOn = { client: roundStates.asked, staff: roundStates.answered } as const
export type WaitingOn = keyof typeof waitingOn
export const waitingOnNames = Object.keys(waitingOn) as [WaitingOn, ...WaitingOn[]]

/** What staff say of an answer: accepted, or asked for once more. */
export const verdicts = ['accepted', 'again'] as const
export type Verdict = (typeof verdicts)[number]

const DAY_MS = 24 * 60 * 60 * 1000

/** How many days a client is given where staff say nothing else. */
const DAYS_TO_ANSWER = 14

/** So many days after it was asked a client who has not answered is reminded, once each. */
export const REMINDER_DAYS = [3, 7] as const

/** The day by which an answer is asked for. */
export function usualDueDay(now: Date): string {
  return dayOf(new Date(now.getTime() + DAYS_TO_ANSWER * DAY_MS))
}

/** Whether the day by which an answer was asked for has passed. Nothing follows from it but a badge. */
export function isOverdue(dueOn: string, now: Date): boolean {
  return dayOf(now) > dueOn
}

/** How many reminders are due by now, of a round that was asked then. */
export function remindersDue(askedAt: Date, now: Date): number {
  return REMINDER_DAYS.filter((days) => now.getTime() - askedAt.getTime() >= days * DAY_MS).length
}
