import type { Exposure } from './exposure.ts'
import { tasks, type TaskName, type TaskState } from './tasks.ts'

/** What a client needs before they are onboarded, in the order in which it is checked. */
export const gateItems = ['pack', 'approval'] as const
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
  /** The decision about the exposure that is declared now. */
  approval: 'none' | 'asked' | 'granted' | 'refused'
  /** An override in force covers open tasks, never the approval. */
  overridden: boolean
}

const taskTexts = {
  open: 'has not been handed in yet',
  'handed-in': 'is not accepted yet',
  again: 'was sent back to the client',
  due: 'has to be renewed',
} as const satisfies Record<Exclude<TaskState, 'accepted'>, string>

const approvalTexts = {
  none: 'The politically exposed client needs the approval of a senior manager.',
  asked: 'The politically exposed client waits for the approval of a senior manager.',
  refused: 'A senior manager refused the politically exposed client.',
} as const

/** What is missing before a client may be onboarded; empty for nothing. */
export function missingAtGate({ tasks: states, exposure, approval, overridden }: GateFacts): Missing[] {
  const pack = overridden
    ? []
    : states.flatMap(({ task, state }): Missing[] =>
        state === 'accepted'
          ? []
          : [{ item: 'pack', task, text: `${tasks[task].label} ${taskTexts[state]}.` }],
      )
  if (exposure === 'none' || approval === 'granted') return pack
  return [...pack, { item: 'approval', task: null, text: approvalTexts[approval] }]
}
