import type { ApprovalKind } from './approvals.ts'
import type { Exposure } from './exposure.ts'
import { tasks, type TaskName, type TaskState } from './tasks.ts'

/** What a client needs before they are onboarded, in the order in which it is checked. */
export const gateItems = ['pack', 'rating', 'approval'] as const
export type GateItem = (typeof gateItems)[number]

/** Something that is missing, in words. */
export interface Missing {
  item: GateItem
  /** The task, where it is one. */
  task: TaskName | null
  text: string
}

export interface GateFacts {
  tasks: readonly { task: TaskName; state: TaskState }[]
  exposure: Exposure
  /** `outdated`: what it rests on has changed since. */
  rating: 'none' | 'outdated' | 'current'
  /** The approval that the rating needs, and its state. */
  approvalNeeded: ApprovalKind | null
  approval: 'none' | 'asked' | 'granted' | 'refused'
  /** An override in force covers open tasks and the rating of a client who is not exposed, never an approval. */
  overridden: boolean
}

const taskTexts = {
  open: 'has not been handed in yet',
  'handed-in': 'is not accepted yet',
  again: 'was sent back to the client',
  due: 'has to be renewed',
} as const satisfies Record<Exclude<TaskState, 'accepted'>, string>

const ratingTexts = {
  none: 'The client’s risk has not been rated yet.',
  outdated: 'What the risk rating rests on has changed. Please rate the client again.',
} as const

const approvalSubjects = {
  exposed: 'The politically exposed client',
  'rating-high': 'The client of high risk',
  'rating-down': 'The lower risk rating',
  gate: 'The client',
} as const satisfies Record<ApprovalKind, string>

const approvalTexts = {
  none: (kind: ApprovalKind) => `${approvalSubjects[kind]} needs the approval of ${approverOf(kind)}.`,
  asked: (kind: ApprovalKind) => `${approvalSubjects[kind]} waits for the approval of ${approverOf(kind)}.`,
  refused: (kind: ApprovalKind) => `${approvalSubjects[kind]} was refused.`,
} as const

function approverOf(kind: ApprovalKind): string {
  return kind === 'rating-down' ? 'a second person' : 'a senior manager'
}

/** What is missing before a client may be onboarded; empty for nothing. */
export function missingAtGate(facts: GateFacts): Missing[] {
  const { tasks: states, rating, approvalNeeded, approval, overridden } = facts
  const pack = states.flatMap(({ task, state }): Missing[] =>
    overridden || state === 'accepted'
      ? []
      : [{ item: 'pack', task, text: `${tasks[task].label} ${taskTexts[state]}.` }],
  )
  const isRatingCovered = overridden && facts.exposure === 'none'
  const unrated: Missing[] =
    rating === 'current' || isRatingCovered ? [] : [{ item: 'rating', task: null, text: ratingTexts[rating] }]
  if (approvalNeeded === null || approval === 'granted' || unrated.length > 0) return [...pack, ...unrated]
  return [...pack, { item: 'approval', task: null, text: approvalTexts[approval](approvalNeeded) }]
}
