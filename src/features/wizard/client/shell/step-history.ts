import { useLayoutEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isStepId, stepToOpen } from '#features/applications/rules/wizard/steps.ts'
import { paths } from '#base/client/paths.ts'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import type { Wizard } from './wizard.ts'
import { draftStep, type WizardPosition } from './wizard-state.ts'

const addressOf = (step: DraftStepId) => `${paths.home}?step=${step}`

/** The step of an address, or null. */
export function stepIn(search: string): DraftStepId | null {
  const step = new URLSearchParams(search).get('step')
  return isStepId(step) ? draftStep(step) : null
}

/** Whether a history entry is one for editing from the review. */
export function isEditingEntry(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'editingFromReview' in state &&
    state.editingFromReview === true
  )
}

/**
 * The wizard's first step: the saved one, whatever the address is (specification section 4). A reload keeps a step that
 * is being edited from the review.
 */
export function positionToOpen(savedStep: string | null): WizardPosition {
  const step = draftStep(stepToOpen(savedStep))
  const editingFromReview = stepIn(location.search) === step && isEditingEntry(history.state)
  return { step, editingFromReview, openedBy: 'load' }
}

/**
 * Keeps browser history and wizard in step: each step is an entry, so that the browser's Back opens the previous step.
 * New entries are added after the paint, because they are as slow as the step itself.
 */
export function useStepHistory(position: WizardPosition, browserMoved: Wizard['browserMoved']): void {
  useLayoutEffect(() => {
    const { step, editingFromReview, openedBy } = position
    const enter = (replace: boolean) => navigate(addressOf(step), { replace, state: { editingFromReview } })
    if (openedBy === 'load') enter(true)
    // If the browser's Back is pressed before the paint, the entry is never added.
    return openedBy === 'wizard' ? afterPaint(() => enter(false)) : undefined
  }, [position])

  useLayoutEffect(() => {
    const follow = () => {
      const step = stepIn(location.search)
      if (step !== null) browserMoved(step, isEditingEntry(history.state))
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [browserMoved])
}
