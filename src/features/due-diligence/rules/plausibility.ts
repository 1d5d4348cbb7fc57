import type { ListedKind } from '#features/applications/rules/documents/kinds.ts'
import { fundOf, type FundName } from './funds.ts'
import type { Circumstances } from './needs.ts'
import type { GivenPaper, PaperName } from './papers.ts'
import type { PointRow } from './rating/model.ts'
import type { TaskName } from './tasks.ts'

/**
 * What is implausible in a client's declarations, answers and documents (docs/decisions/0159), with the check that it is
 * about. `note`: accepting that check needs the code among those seen, and a note; `admin`: of an admin.
 */
export const findingRows = {
  'funds-explained': { task: 'funds', note: 'staff' },
  'yearly-income': { task: 'funds', note: 'staff' },
  'above-net-worth': { task: 'funds', note: 'staff' },
  'salary-years': { task: 'funds', note: 'none' },
  'holder-name': { task: 'bank', note: 'staff' },
  'paper-old': { task: 'address', note: 'staff' },
  'paper-expired': { task: 'identity', note: 'staff' },
  'paper-undated': { task: 'address', note: 'staff' },
  'evidence-amount': { task: 'funds', note: 'staff' },
  'residence-citizenship': { task: 'identity', note: 'staff' },
  'tax-reason': { task: 'tax', note: 'none' },
  'tax-number': { task: 'tax', note: 'none' },
  'organisation-name': { task: 'identity', note: 'admin' },
  'for-whom': { task: 'funds', note: 'none' },
  'minor-alone': { task: 'identity', note: 'none' },
} as const satisfies Record<string, { task: TaskName; note: NoteRule }>

type NoteRule = 'none' | 'staff' | 'admin'
export type PlausibilityCode = keyof typeof findingRows
export const plausibilityCodes = Object.keys(findingRows) as [PlausibilityCode, ...PlausibilityCode[]]

/** Something implausible. */
export interface Found {
  code: PlausibilityCode
  task: TaskName
  /** For staff. */
  text: string
  /** For the client, who reads only what they can mend themselves, and the field of the form; null for staff alone. */
  client: { path: string; text: string } | null
  /** The row of points that it gives; null for none. */
  points: PointRow | null
  note: NoteRule
}

/** A document of a check. */
export interface TaskDocument extends GivenPaper {
  task: TaskName
}

/** The documents that a client gave, and what staff read on them. */
export interface Given {
  documents: readonly TaskDocument[]
  /** The day on which a check was sent, yyyy-MM-dd. */
  sentOn: Readonly<Partial<Record<TaskName, string>>>
  /** Rand on the documents that prove a source, as far as staff entered amounts. */
  proven: Readonly<Partial<Record<FundName, number>>>
}

/** What a rule found. */
export type Finding = Partial<Pick<Found, 'task' | 'client' | 'points' | 'note'>> &
  Pick<Found, 'code' | 'text'>
export type Rule = (around: Circumstances, given: Given) => readonly (Finding | false)[]

/** Documents that prove a source of funds or wealth. */
export function provesFund(kind: FundName, document: PaperName | ListedKind): boolean {
  const { evidence, present } = fundOf(kind)
  return present === document || evidence.some((one) => one === document)
}
