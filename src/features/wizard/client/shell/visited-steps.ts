import { isStepId } from '#features/applications/rules/wizard/steps.ts'
import type { StoredItems } from '#base/client/lib/storage.ts'
import type { DraftStepId } from '../steps/step-props.ts'

const keyOf = (applicationId: string) => `visited-steps/${applicationId}`

const isDraftStep = (step: string): step is DraftStepId => isStepId(step) && step !== 'success'

/** The visited steps with those that were stored before a reload, in one text that compares by value. */
export function withStoredSteps(
  storage: StoredItems,
  applicationId: string,
  visited: readonly string[],
): string {
  const stored = storage.getItem(keyOf(applicationId))?.split(' ') ?? []
  return [...new Set([...stored, ...visited])].filter(isDraftStep).join(' ')
}

/** Stores the result of `withStoredSteps`. */
export function storeSteps(storage: StoredItems, applicationId: string, steps: string): void {
  storage.setItem(keyOf(applicationId), steps)
}

/** The steps of such a text. */
export function stepsIn(steps: string): DraftStepId[] {
  return steps.split(' ').filter(isDraftStep)
}
