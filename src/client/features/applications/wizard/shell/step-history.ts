import { useLayoutEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isStepId, stepToOpen } from '#domain/applications/wizard/steps.ts'
import { paths } from '#client/shared/shell/paths.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import type { Wizard } from './wizard.ts'
import { draftStep, type WizardPosition } from './wizard-state.ts'

const addressOf = (step: DraftStepId) => `${paths.home}?step=${step}`

/** The step that an address names, or null. */
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
 * Where the wizard opens: once at the saved step, whatever the address says (specification section 4). A reload of a page
 * that was being edited from the review stays so.
 */
export function positionToOpen(savedStep: string | null): WizardPosition {
  const step = draftStep(stepToOpen(savedStep))
  const editingFromReview = stepIn(location.search) === step && isEditingEntry(history.state)
  return { step, editingFromReview, openedBy: 'load' }
}

/**
 * Keeps the browser's history and the wizard at the same step: each step is an entry, so that the browser's Back goes to the
 * step before. A new entry is made once the step is painted: it costs the browser as much time as the step itself.
 */
export function useStepHistory(position: WizardPosition, browserMoved: Wizard['browserMoved']): void {
  useLayoutEffect(() => {
    const { step, editingFromReview, openedBy } = position
    const enter = (replace: boolean) => navigate(addressOf(step), { replace, state: { editingFromReview } })
    if (openedBy === 'load') enter(true)
    // The browser's Back pressed before the paint goes back: the entry is never made.
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
