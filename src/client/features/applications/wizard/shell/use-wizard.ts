import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Application } from '#domain/api/application.ts'
import { nextStep, previousStep } from '#domain/applications/wizard/steps.ts'
import { session } from '#client/features/auth/session.ts'
import { tabStorage } from '#client/shared/lib/storage.ts'
import { toast } from '#client/ui/toast-store.ts'
import { portsOf } from '../saving/application-ports.ts'
import { createSave } from '../saving/create-save.ts'
import { clearDraft, readDraft, writeDraft } from '../saving/step-draft.ts'
import { prefetchSteps, readyStep } from './step-components.ts'
import { createScreens } from './screens.ts'
import { placeToOpen, useStepHistory } from './step-history.ts'
import { saveFailures, type SaveReason } from './wizard-messages.ts'
import { createWizard, type Wizard } from './wizard.ts'
import { draftStep, type WizardState } from './wizard-state.ts'

/**
 * The wizard of this page, which hears what becomes of the application.
 *
 * @param signOut answers whether that worked; the same function while the wizard is on the page
 */
export function useWizard(application: Application, signOut: () => Promise<boolean>): Wizard {
  const client = useQueryClient()
  const [wizard] = useState(() => openOnPage(client, application, signOut))
  useLayoutEffect(() => wizard.hear(application), [wizard, application])
  return wizard
}

/** How a wizard stands, while it is on the page. */
export function useWizardState(wizard: Wizard): WizardState {
  const state = useSyncExternalStore(wizard.subscribe, wizard.getState)
  useStepHistory(state.place, wizard.browse)
  useLastWords(wizard)
  const { step, editingFromReview } = state.place
  useEffect(() => {
    const likely = [nextStep(step) ?? step, previousStep(step) ?? step].map(draftStep)
    void prefetchSteps(editingFromReview ? [...likely, 'review'] : likely)
  }, [step, editingFromReview])
  return state
}

/** A wizard with the cache, the API and the tab around it. */
export function openOnPage(
  client: QueryClient,
  application: Application,
  signOut: () => Promise<boolean>,
): Wizard {
  const { id } = application
  let notice: { dismiss: () => void } | null = null
  const save = createSave(client)
  return createWizard(application, placeToOpen(application.currentStep), {
    save: async (given) => {
      const outcome = await save(given)
      if (outcome.kind === 'saved' && given.draft !== true) notice?.dismiss()
      if (outcome.kind === 'closed')
        toast({ variant: 'destructive', title: 'Not saved', description: outcome.reason })
      return outcome
    },
    saveLast: (words) => portsOf(client).putLast(words),
    screens: createScreens(),
    drafts: {
      read: (step) => readDraft(tabStorage, id, step),
      write: (step, draft) => writeDraft(tabStorage, id, step, draft),
      clear: (step) => clearDraft(tabStorage, id, step),
    },
    ready: readyStep,
    signOut,
    tell: toast,
    tellFailure: (reason: SaveReason) => {
      notice = toast({ ...saveFailures[reason], variant: 'destructive' })
    },
    now: () => new Date(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
}

/** Sends what is typed when the page is hidden or goes, and once the network is back. */
function useLastWords(wizard: Wizard): void {
  useEffect(() => {
    const hide = wizard.show()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('visibilitychange', () => document.hidden && wizard.leavePage(), { signal })
    window.addEventListener('pagehide', wizard.leavePage, { signal })
    window.addEventListener('online', wizard.saveNow, { signal })
    return () => {
      listening.abort()
      hide(session.get().user !== null)
    }
  }, [wizard])
}
