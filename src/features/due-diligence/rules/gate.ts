import { needsSenior, type ApprovalKind } from '#features/approvals/rules/approvals.ts'
import { gateLevels, type GateLevel } from '#features/access/rules/gate-levels.ts'
import { isDone, type CheckState } from '#base/rules/check-state.ts'
import type { Exposure } from './exposure.ts'
import { taskNames, tasks, type TaskName, type TaskState } from './tasks.ts'

/** What a client needs before they are onboarded, in the order in which it is checked, and from which level on. */
const itemLevels = {
  prohibited: 'served',
  'no-list': 'cleared',
  'lists-old': 'cleared',
  screening: 'cleared',
  pack: 'ready',
  person: 'ready',
  rating: 'ready',
  approval: 'ready',
} as const satisfies Record<string, GateLevel>

export type GateItem = keyof typeof itemLevels
export const gateItems = Object.keys(itemLevels) as [GateItem, ...GateItem[]]

/** Something that is missing, in words. */
export interface Missing {
  item: GateItem
  /** The task, where it is one. */
  task: TaskName | null
  text: string
}

/** What has to be done before a client is cleared: the United Nations list, and the client's comparison. */
export type GateCheck = 'unList' | 'comparison'

export interface ScreeningFacts {
  checks: Readonly<Record<GateCheck, CheckState>>
  /** Someone has no name in Latin letters. */
  unreadable: boolean
  /** Hits without a final decision. */
  undecided: number
  /** A match on the United Nations' list is confirmed. */
  prohibited: boolean
}

export interface GateFacts extends ScreeningFacts {
  tasks: Readonly<Record<TaskName, TaskState>>
  exposure: Exposure
  /** The client's name looks like that of an organisation, and no admin has confirmed that this is a person. */
  organisation: boolean
  /** `outdated`: what it rests on has changed since. */
  rating: 'none' | 'outdated' | 'current'
  /** The approval that the rating needs, and its state. */
  approvalNeeded: ApprovalKind | null
  approval: 'none' | 'asked' | 'granted' | 'refused'
  /**
   * A granted exception covers open tasks and the rating of a client who is not exposed, never screening, lists or an
   * approval.
   */
  overridden: boolean
}

const taskTexts = {
  open: 'has not been sent yet',
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
  'exposed-lower': 'The politically exposed client of no higher risk',
  gate: 'The client',
  'hit-strong': 'The strong match',
  'hit-match': 'The match',
  'match-lifted': 'The lifting of the match',
  'hold-lifted': 'The lifting of the hold',
  'name-dropped': 'The former spelling',
} as const satisfies Record<ApprovalKind, string>

const approvalTexts = {
  none: (kind: ApprovalKind) => `${approvalSubjects[kind]} needs the approval of ${approverOf(kind)}.`,
  asked: (kind: ApprovalKind) => `${approvalSubjects[kind]} waits for the approval of ${approverOf(kind)}.`,
  refused: (kind: ApprovalKind) => `${approvalSubjects[kind]} was refused.`,
} as const

function approverOf(kind: ApprovalKind): string {
  return needsSenior(kind) ? 'a senior manager' : 'a second person'
}

/** What is missing before a client may be onboarded; empty for nothing. */
export function missingAtGate(facts: GateFacts): Missing[] {
  return [
    ...missingToClear(facts),
    ...(facts.overridden ? [] : openTasks(facts)),
    ...(facts.organisation ? [missing('person', ORGANISATION)] : []),
    ...openRating(facts),
  ]
}

/** What is missing before a client is cleared. */
function missingToClear({ checks, prohibited, ...found }: ScreeningFacts): Missing[] {
  return [
    ...(prohibited ? [prohibitedRelationship] : []),
    ...openList(checks.unList),
    ...openScreening(checks.comparison, found),
  ]
}

/** What of it shuts an act of a level. */
export function missingFor(level: GateLevel, found: readonly Missing[]): Missing[] {
  const reached = gateLevels.indexOf(level)
  return found.filter(({ item }) => gateLevels.indexOf(itemLevels[item]) <= reached)
}

/** Whether an exception would cover something: open tasks, or the rating of a client who is not exposed. */
export function canAskException(found: readonly Missing[], exposure: Exposure): boolean {
  if (found.some(({ item }) => item === 'prohibited')) return false
  return found.some(({ item }) => item === 'pack' || (item === 'rating' && exposure === 'none'))
}

function openRating({ rating, approvalNeeded, approval, overridden, exposure }: GateFacts): Missing[] {
  const isCovered = overridden && exposure === 'none'
  if (rating !== 'current' && !isCovered) return [missing('rating', ratingTexts[rating])]
  if (approvalNeeded === null || approval === 'granted') return []
  return [missing('approval', approvalTexts[approval](approvalNeeded))]
}

const ORGANISATION =
  'The client’s name looks like an organisation. An admin has to confirm that this is a person, or decline the client.'
const NO_LIST = 'No UN list is in use. Load one under Sanctions lists.'
const LIST_OLD = 'The UN list in use is too old. Load a newer one under Sanctions lists.'
const LIST_OPEN = 'The UN list can’t be relied on at present. Please look under Sanctions lists.'

const missing = (item: GateItem, text: string): Missing => ({ item, task: null, text })

/** A match on the United Nations' list is confirmed: the only thing that is missing for `served`. */
export const prohibitedRelationship: Missing = missing(
  'prohibited',
  'This relationship is prohibited (United Nations list). There is no exception to this.',
)

function openTasks({ tasks: states }: GateFacts): Missing[] {
  return taskNames.flatMap((task): Missing[] => {
    const state = states[task]
    if (state === 'accepted') return []
    return [{ item: 'pack', task, text: `${tasks[task].label} ${taskTexts[state]}.` }]
  })
}

function openList(list: CheckState): Missing[] {
  switch (list.is) {
    case 'done': {
      return []
    }
    case 'not-configured': {
      return [missing('no-list', NO_LIST)]
    }
    case 'stale': {
      return [missing('lists-old', LIST_OLD)]
    }
    case 'unavailable':
    case 'incomplete': {
      return [missing('lists-old', LIST_OPEN)]
    }
    default: {
      throw new Error(`Not a state: ${String(list satisfies never)}`)
    }
  }
}

function openScreening(
  comparison: CheckState,
  { unreadable, undecided }: Pick<ScreeningFacts, 'unreadable' | 'undecided'>,
): Missing[] {
  if (unreadable) return [missing('screening', UNREADABLE)]
  if (!isDone(comparison)) return [missing('screening', comparisonText(comparison))]
  if (undecided === 0) return []
  return [
    missing(
      'screening',
      undecided === 1
        ? 'A possible sanctions match is not decided yet.'
        : `There are ${undecided} possible sanctions matches that are not decided yet.`,
    ),
  ]
}

const UNREADABLE =
  'Someone has no name wholly in Latin letters, so they can’t be compared with sanctions lists.'

function comparisonText(comparison: CheckState): string {
  if (comparison.is === 'incomplete')
    return 'The comparison with sanctions lists is not complete. It runs every minute.'
  return 'The client has not been compared with sanctions lists yet. This happens within a minute once a list is in use.'
}
