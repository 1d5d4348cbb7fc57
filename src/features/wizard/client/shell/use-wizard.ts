import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { nextStep, previousStep } from '#features/applications/rules/wizard/steps.ts'
import { session } from '#features/access/client/session.ts'
import { prefetchSteps } from './step-components.ts'
import { positionToOpen, useStepHistory } from './step-history.ts'
import { createWizard, type Wizard } from './wizard.ts'
import { draftStep, type WizardState } from './wizard-state.ts'

/**
 * The page's wizard, which follows the cached application.
 *
 * @param signOut returns whether it succeeded; must be the same function in every render
 */
export function useWizard(application: Application, signOut: () => Promise<boolean>): Wizard {
  const client = useQueryClient()
  const [wizard] = useState(() =>
    createWizard(client, application, positionToOpen(application.currentStep), signOut),
  )
  useLayoutEffect(() => wizard.applicationChanged(application), [wizard, application])
  return wizard
}

/** The state of a wizard while it is on the page. */
export function useWizardState(wizard: Wizard): WizardState {
  const state = useSyncExternalStore(wizard.subscribe, wizard.getState)
  useStepHistory(state.position, wizard.browserMoved)
  useAutosaveEvents(wizard)
  const { step, editingFromReview } = state.position
  useEffect(() => {
    const likely = [nextStep(step) ?? step, previousStep(step) ?? step].map(draftStep)
    void prefetchSteps(editingFromReview ? [...likely, 'review'] : likely)
  }, [step, editingFromReview])
  return state
}

/** Saves when the page is hidden or closed, and once the network is back. */
function useAutosaveEvents(wizard: Wizard): void {
  useEffect(() => {
    const unmount = wizard.mount()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('visibilitychange', () => document.hidden && wizard.saveOnUnload(), { signal })
    window.addEventListener('pagehide', wizard.saveOnUnload, { signal })
    window.addEventListener('online', wizard.autosaveNow, { signal })
    return () => {
      listening.abort()
      unmount(session.get().user !== null)
    }
  }, [wizard])
}
