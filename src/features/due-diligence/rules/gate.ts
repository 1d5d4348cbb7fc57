import type { ApprovalKind } from '#features/approvals/rules/approvals.ts'
import type { Exposure } from './exposure.ts'
import { tasks, type TaskName, type TaskState } from './tasks.ts'

/** What a client needs before they are onboarded, in the order in which it is checked. */
export const gateItems = ['prohibited', 'pack', 'screening', 'rating', 'approval', 'lists-old'] as const
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
  /** Null where no sanctions list is in force. */
  screening: ScreeningFacts | null
  /**
   * An override in force covers open tasks, old lists and the rating of a client who is not exposed, never screening or
   * an approval.
   */
  overridden: boolean
}

/** What screening found. */
export interface ScreeningFacts {
  /** Compared with every list in force, with the facts of now. */
  complete: boolean
  /** Someone has no name in Latin letters. */
  unreadable: boolean
  /** Hits without a final decision. */
  undecided: number
  /** A match on the United Nations' list is confirmed. */
  prohibited: boolean
  /** The United Nations' list is too old. */
  listsOld: boolean
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
  'hit-strong': 'The strong hit',
  'hit-match': 'The match',
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
  const { screening, overridden } = facts
  const pack = overridden ? [] : openTasks(facts)
  const rating = openRating(facts)
  if (screening === null) return [...pack, ...rating]
  const old = screening.listsOld && !overridden ? [missing('lists-old', LISTS_OLD)] : []
  const prohibited = screening.prohibited ? [missing('prohibited', PROHIBITED)] : []
  return [...prohibited, ...pack, ...openScreening(screening), ...rating, ...old]
}

function openRating({ rating, approvalNeeded, approval, overridden, exposure }: GateFacts): Missing[] {
  const isCovered = overridden && exposure === 'none'
  if (rating !== 'current' && !isCovered) return [missing('rating', ratingTexts[rating])]
  if (approvalNeeded === null || approval === 'granted') return []
  return [missing('approval', approvalTexts[approval](approvalNeeded))]
}

const PROHIBITED = 'This relationship is prohibited (United Nations list). No override exists.'
const LISTS_OLD =
  'The United Nations list in force is too old. A system administrator has to load a newer one.'

const missing = (item: GateItem, text: string): Missing => ({ item, task: null, text })

function openTasks({ tasks: states }: GateFacts): Missing[] {
  return states.flatMap(({ task, state }): Missing[] =>
    state === 'accepted' ? [] : [{ item: 'pack', task, text: `${tasks[task].label} ${taskTexts[state]}.` }],
  )
}

function openScreening({ complete, unreadable, undecided }: ScreeningFacts): Missing[] {
  if (unreadable)
    return [
      missing(
        'screening',
        'Someone has no name wholly in Latin letters, so they can’t be compared with sanctions lists.',
      ),
    ]
  if (!complete)
    return [
      missing('screening', 'The comparison with sanctions lists is not complete. It runs every minute.'),
    ]
  if (undecided === 0) return []
  return [
    missing(
      'screening',
      undecided === 1
        ? 'A hit on a sanctions list is not decided yet.'
        : `There are ${undecided} hits on sanctions lists that are not decided yet.`,
    ),
  ]
}
