import type { QueryClient } from '@tanstack/react-query'
import type { Application } from '#features/applications/api/application.ts'
import {
  isSavable,
  savableAnswers,
  type Answers,
  type AnswersPatch,
} from '#features/applications/rules/wizard/answers.ts'
import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { createStore } from '#base/client/ui/store.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import { changedIn, isEmpty, rebase } from '../saving/answer-paths.ts'
import { applicationApi, enqueueSave, type ApplicationPatch } from '../saving/application-api.ts'
import { saveApplication, type Save, type SaveOutcome } from '../saving/save-application.ts'
import { clearDraft, readDraft, writeDraft } from '../saving/step-draft.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import { createScreens, type Screen } from './screens.ts'
import { saveFailures, type SaveReason } from './wizard-messages.ts'
import { afterSave, withVisit, type BusyReason, type Visit, type WizardState } from './wizard-state.ts'

export type WizardSaves = ReturnType<typeof createWizardSaves>

/** The wizard's state, and the saves of its steps. */
export function createWizardSaves(client: QueryClient, initial: WizardState) {
  const { id } = initial.application
  const store = createStore(initial)
  const { get: getState } = store
  const screens = createScreens()
  const validate = createScreenValidation()
  const failures = createFailureToast()
  /** Saves wait for the request that was sent while the page was hidden. */
  let beforeSave: Promise<unknown> = Promise.resolve()

  const update = (change: Partial<WizardState>) => store.set({ ...getState(), ...change })
  const draftOf = (step: DraftStepId) => getState().visits[step]?.draft
  const baseOf = (step: DraftStepId): Answers => draftOf(step)?.base ?? getState().application
  /** The savable input of a screen that is not saved. */
  const unsaved = (step: DraftStepId, screen = screens.read(step)) =>
    changedIn(validate(screen).savable, baseOf(step))

  /** Applies the server's stored answers. */
  const noteSaved = (step: DraftStepId, sent: AnswersPatch, application: Application) => {
    const state = getState()
    const base = rebase(baseOf(step), sent, application)
    const { savable, isComplete } = validate(screens.read(step))
    const allSaved = isComplete && isEmpty(changedIn(savable, base))
    const saved = afterSave(state, step, { base, application, allSaved })
    // A move renders once, at its end.
    if (state.busy === null) store.set(saved)
    else store.setSilently(saved)
    const stored = readDraft(tabStorage, id, step)
    // The draft of the current step may hold incomplete input, such as half a date, for a reload.
    if (allSaved && (state.busy !== null || state.position.step !== step)) clearDraft(tabStorage, id, step)
    else if (stored) writeDraft(tabStorage, id, step, { ...stored, base })
  }

  /** Sends a step's answers after earlier saves; patch and base are computed at that time. */
  const save = (
    step: DraftStepId,
    patchOf: () => ApplicationPatch,
    { base, ...options }: Pick<Save, 'currentStep' | 'draft'> & { base?: Answers | undefined },
  ): Promise<SaveOutcome> =>
    enqueueSave(client, async () => {
      await beforeSave
      const patch = patchOf()
      // Validated before the response, which the client waits for.
      const sent = validate(patch).savable
      const outcome = await saveApplication(applicationApi(client), {
        ...options,
        patch,
        base: base ?? baseOf(step),
      })
      if (outcome.kind === 'saved') noteSaved(step, sent, outcome.application)
      if (outcome.kind === 'saved' && options.draft !== true) failures.dismiss()
      if (outcome.kind === 'closed')
        toast({ variant: 'destructive', title: 'Not saved', description: outcome.error.detail })
      return outcome
    })

  return {
    client,
    getState,
    subscribe: store.subscribe,
    screens,
    update,
    updateVisit: (step: DraftStepId, change: Partial<Visit>) =>
      store.set(withVisit(getState(), step, change)),
    draftOf,
    baseOf,
    unsaved,
    validate,
    noteSaved,
    save,
    notifyFailure: failures.show,
    readDraft: (step: DraftStepId) => readDraft(tabStorage, id, step),
    /** Lets saves wait for a request. */
    delaySaves: (request: Promise<unknown>) => {
      beforeSave = Promise.all([beforeSave, request])
    },
  }
}

/** Shows the conflict of a save, and hides that of an earlier one. */
export function showConflict(
  { getState, update }: WizardSaves,
  outcome: SaveOutcome,
  reason: BusyReason,
  overwrite: (theirs: Application) => Promise<unknown>,
): void {
  if (outcome.kind === 'conflict') {
    const { theirs, differences } = outcome
    update({ conflict: { theirs, differences, reason, overwrite: () => overwrite(theirs) } })
  } else if (getState().conflict !== null) update({ conflict: null })
}

interface Validated {
  screen: Screen
  savable: AnswersPatch
  /** All input is savable. */
  isComplete: boolean
}

/** Validates a screen; one that did not change is only compared, which is much faster. */
function createScreenValidation(): (screen: Screen) => Validated {
  let last: Validated | null = null
  return (screen) => {
    if (last === null || !sameValue(last.screen, screen))
      last = { screen, savable: savableAnswers(screen), isComplete: isSavable(screen) }
    return last
  }
}

/** The notification of a failed save, which a later save dismisses. */
function createFailureToast() {
  let shown: { dismiss: () => void } | null = null
  return {
    show: (reason: SaveReason) => {
      shown = toast({ ...saveFailures[reason], variant: 'destructive' })
    },
    dismiss: () => shown?.dismiss(),
  }
}
