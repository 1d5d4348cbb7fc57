import type { QueryClient } from '@tanstack/react-query'
import type { Application } from '#features/applications/api/application.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { changedIn, rebase, withoutPaths } from '../saving/answer-paths.ts'
import { createAutosaveTimer } from '../saving/autosave-timer.ts'
import { readDraft, writeDraft } from '../saving/step-draft.ts'
import type { DraftStepId, StepActions } from '../steps/step-props.ts'
import { autosave, createUnloadSave } from './autosave.ts'
import { complete, edit, goBack, jump, open, saveAndSignOut, saveIncomplete } from './moves.ts'
import { newerAnswersShown } from './wizard-messages.ts'
import { createWizardSaves, type WizardSaves } from './wizard-saves.ts'
import {
  beginVisit,
  draftStep,
  initialState,
  showsSame,
  type BusyReason,
  type Conflict,
  type WizardPosition,
} from './wizard-state.ts'

export type Wizard = ReturnType<typeof createWizard>

/**
 * Moves through the steps and saves them (specification section 4, "Wizard flow"; docs/decisions/0030 and 0031).
 *
 * @param signOut returns whether it succeeded
 */
export function createWizard(
  client: QueryClient,
  application: Application,
  opened: WizardPosition,
  signOut: () => Promise<boolean>,
) {
  const draft = readDraft(tabStorage, application.id, opened.step)
  const saves = createWizardSaves(client, initialState(application, opened, draft))
  const { getState, subscribe, update } = saves
  const timer = createAutosaveTimer(() => autosave(saves))
  const resumeAutosave = () => {
    if (mounted && Object.values(getState().visits).some(({ touched }) => touched)) timer.restart()
  }
  const saveOnUnload = createUnloadSave(saves, resumeAutosave)
  let mounted = false
  let running: Promise<unknown> = Promise.resolve()

  /** Runs one move at a time, and none after Save & Sign Out was pressed. */
  const move = async <Result>(busy: BusyReason, run: () => Promise<Result>): Promise<Result | 'stayed'> => {
    const state = getState()
    if (state.busy !== null || (state.signingOut && busy !== 'signOut')) return 'stayed' as const
    update({ busy })
    const result = run().finally(() => {
      // A move ends when it has opened a step.
      if (getState().busy === busy) update({ busy: null })
      resumeAutosave()
    })
    running = result
    return result
  }
  const actions: StepActions = {
    saveAndContinue: (patch) => move('next', () => complete(saves, 'next', patch)),
    saveAndReview: (patch) => move('review', () => complete(saves, 'review', patch)),
    goBack: () => void move('back', () => goBack(saves)),
    editStep: (target) => void move('edit', () => edit(saves, draftStep(target))),
  }
  return {
    getState,
    subscribe,
    actions,
    openStep: (target: DraftStepId) => void move('edit', () => jump(saves, target)),
    saveAndSignOut: async () => {
      if (getState().signingOut) return
      update({ signingOut: true })
      await Promise.allSettled([running])
      if (mounted) await move('signOut', () => saveAndSignOut(saves, signOut))
      update({ signingOut: false })
    },
    applicationChanged: (newest: Application) => followApplication(saves, newest),
    /** The browser navigated back or forward. */
    browserMoved: (step: DraftStepId, editingFromReview: boolean) => {
      leaveFor(saves, step)
      open(saves, { step, editingFromReview, openedBy: 'browser' })
      resumeAutosave()
    },
    /** Registers how to read a step's screen. Returns a function that unregisters it. */
    registerScreen: (step: DraftStepId, read: () => Record<string, unknown>) => {
      const unregister = saves.screens.register(step, read)
      acceptStored(saves, step)
      return unregister
    },
    /** A step's form changed to these values. */
    typed: (step: DraftStepId, values: unknown) => {
      noteTyped(saves, step, values)
      timer.restart()
    },
    /**
     * A field lost the focus, or the network is back. If that was caused by a click on a button, the button acts first.
     */
    autosaveNow: timer.runSoon,
    saveOnUnload,
    conflict: {
      useNewer: () => useNewerAnswers(saves, resumeAutosave),
      keepMine: ({ reason, overwrite }: Conflict) => void move(reason, overwrite),
      postpone: () => postponeConflict(saves),
    },
    /** The wizard was mounted. Returns a function for unmounting. */
    mount: () => {
      mounted = true
      resumeAutosave()
      return (signedIn: boolean) => {
        if (signedIn) saveOnUnload()
        mounted = false
        timer.stop()
      }
    },
  }
}

/** Saves the input of the step that the browser leaves. */
function leaveFor(saves: WizardSaves, step: DraftStepId): void {
  const from = saves.getState().position.step
  if (step !== from) void saveIncomplete(saves, from, step)
}

function noteTyped({ getState, updateVisit, draftOf }: WizardSaves, step: DraftStepId, typed: unknown): void {
  const { application, visits } = getState()
  const { base, overlay } = draftOf(step) ?? { base: application, overlay: {} }
  writeDraft(tabStorage, application.id, step, { base, overlay, typed })
  if (visits[step]?.touched !== true) updateVisit(step, { touched: true })
}

/** Follows the cached application: an untouched screen restarts if its answers have changed. */
function followApplication(saves: WizardSaves, application: Application): void {
  const state = saves.getState()
  // A response older than a later save.
  if (state.application === application || state.application.version > application.version) return
  const { step } = state.position
  const visit = state.visits[step] ?? beginVisit(application, null)
  if (visit.touched) {
    saves.update({ application })
    acceptStored(saves, step)
    return
  }
  const restarts = !showsSame(step, application, visit.draft.base)
  const followed = beginVisit(application, null, visit.revision + (restarts ? 1 : 0))
  saves.update({ application, visits: { ...state.visits, [step]: followed } })
}

/** Input that is stored already, for example sent before a reload, is no conflict. */
function acceptStored(saves: WizardSaves, step: DraftStepId): void {
  const { application, visits } = saves.getState()
  const visit = visits[step]
  if (visit?.touched !== true) return
  const { savable } = saves.validate(saves.screens.read(step))
  const differing = changedIn(savable, application)
  const base = rebase(rebase(visit.draft.base, savable, application), differing, visit.draft.base)
  saves.updateVisit(step, { draft: { ...visit.draft, base } })
}

/** Restarts the screen with the newer answers, and with input that does not conflict; then autosave resumes. */
function useNewerAnswers(saves: WizardSaves, resumeAutosave: () => void): void {
  const { conflict, position, visits, application } = saves.getState()
  if (conflict === null) return
  const { step } = position
  const visit = visits[step]
  const conflicting = conflict.differences.map(({ path }) => path)
  const overlay = withoutPaths(saves.unsaved(step), [...conflicting, ...(visit?.postponed ?? [])])
  const draft = { base: conflict.theirs, overlay }
  writeDraft(tabStorage, application.id, step, draft)
  const restarted = beginVisit(conflict.theirs, draft, (visit?.revision ?? 0) + 1)
  saves.update({ conflict: null, visits: { ...visits, [step]: restarted } })
  toast(newerAnswersShown)
  resumeAutosave()
}

/** Autosave skips conflicting answers; the next explicit save shows the conflict again. */
function postponeConflict(saves: WizardSaves): void {
  const { conflict, position, visits } = saves.getState()
  const paths = conflict?.differences.map(({ path }) => path) ?? []
  saves.update({ conflict: null })
  saves.updateVisit(position.step, { postponed: [...(visits[position.step]?.postponed ?? []), ...paths] })
}
