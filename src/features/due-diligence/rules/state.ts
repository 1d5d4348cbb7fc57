import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { whyTextToClient, type CorrectionReason } from '#features/applications/rules/round/reasons.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { RECEIPT_DAYS, RENEWAL_DAYS, type GivenPaper } from './papers.ts'
import { tasks, type StoredState, type TaskName, type TaskState } from './tasks.ts'

/** Answers that a declaration rests on, as text. */
export type Basis = Readonly<Partial<Record<keyof Answers, string>>>

const basisNames = {
  identity: ['fullName', 'dateOfBirth', 'idNumber', 'nationality'],
  address: ['country', 'addressLine1', 'addressLine2', 'addressLine3', 'city', 'stateProvince', 'postalCode'],
  bank: ['fullName'],
  funds: [],
  exposure: ['fullName'],
  tax: ['country'],
} as const satisfies Record<TaskName, readonly (keyof Answers)[]>

/** The answers that a task rests on, to store with its declaration. */
export function basisOf(task: TaskName, answers: Answers): Basis {
  return Object.fromEntries(basisNames[task].map((name) => [name, answers[name] ?? '']))
}

/** Whether an answer that a declaration rests on has changed. */
export function hasBasisChanged(task: TaskName, basis: Basis, answers: Answers): boolean {
  return basisNames[task].some((name) => basis[name] !== (answers[name] ?? ''))
}

/** When something has to be renewed. Days are yyyy-MM-dd. */
export interface Renewal {
  dueOn: string
  expiresOn: string
}

/** Renewals of papers and of a verification. */
export function renewalsOf(given: readonly GivenPaper[], verifiedUntil: string | null): Renewal[] {
  const expiries = [...given.map(({ expiresOn }) => expiresOn), verifiedUntil].filter((day) => day !== null)
  const receipts = given.flatMap(({ paper, issuedOn }) => {
    if (paper !== 'loss-receipt' || issuedOn === null) return []
    const day = dayAfter(issuedOn, RECEIPT_DAYS)
    return [{ dueOn: day, expiresOn: day }]
  })
  return [
    ...expiries.map((expiresOn) => ({ dueOn: dayAfter(expiresOn, -RENEWAL_DAYS), expiresOn })),
    ...receipts,
  ]
}

/** What the state of a task follows from. */
export interface TaskFacts {
  stored: StoredState
  /** Why it was sent back. */
  reason: CorrectionReason | null
  comment: string | null
  /** The day until which it was asked; null without one. */
  askedUntil: string | null
  renewals: readonly Renewal[]
  basisChanged: boolean
  /** The declared wealth no longer suffices. */
  wealthMissing: boolean
  /** Due diligence is being refreshed, and this task was accepted before; the day is its end. */
  refreshOn: string | null
}

/** A task's state, why, and until when. */
export interface StateNow {
  state: TaskState
  /** A sentence for the client; null where the state says it all. */
  why: string | null
  dueOn: string | null
}

/** The state of a task: an accepted one is due when something that it rests on changes or expires. */
export function stateOf(task: TaskName, facts: TaskFacts, now: Date): StateNow {
  const { stored, reason, comment, askedUntil, renewals, basisChanged, wealthMissing, refreshOn } = facts
  if (stored !== 'accepted') {
    const why = stored === 'again' ? whyTextToClient(reason, comment) : null
    return { state: stored, why, dueOn: askedUntil }
  }
  const [next] = renewals.toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
  const dueOn = next?.expiresOn ?? null
  if (basisChanged) {
    return { state: 'due', why: 'An answer in your application has changed since.', dueOn: askedUntil }
  }
  if (wealthMissing) {
    return { state: 'due', why: 'Please also say how your wealth came about.', dueOn: askedUntil }
  }
  if (next !== undefined && next.dueOn <= dayOf(now)) {
    return { state: 'due', why: `${tasks[task].label} expires on ${formatDay(next.expiresOn)}.`, dueOn }
  }
  if (refreshOn !== null) {
    return {
      state: 'due',
      why: 'Please confirm that this is still right, or say what has changed.',
      dueOn: askedUntil ?? refreshOn,
    }
  }
  return { state: 'accepted', why: null, dueOn }
}
