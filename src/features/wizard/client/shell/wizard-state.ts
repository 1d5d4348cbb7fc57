import type { Application } from '#features/applications/api/application.ts'
import { answersOfStep, type Answers } from '#features/applications/rules/wizard/answers.ts'
import { sameAnswer } from '#features/applications/rules/wizard/same-answer.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import type { Difference } from '../saving/answer-paths.ts'
import type { StepDraft } from '../saving/step-draft.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import type { SaveReason } from './wizard-messages.ts'

/** The latest visit to a step. */
export interface Visit {
  /** Increases when the screen has to restart with other answers. */
  revision: number
  /** The screen's initial answers; input is compared with their base. */
  draft: StepDraft
  /** The screen holds unsaved input, which changes from elsewhere do not replace. */
  touched: boolean
  /** Paths of postponed conflicts, which autosave skips. */
  postponed: readonly string[]
}

export interface WizardPosition {
  step: DraftStepId
  editingFromReview: boolean
  openedBy: 'load' | 'wizard' | 'browser'
}

/** A save that would overwrite answers changed elsewhere. */
export interface Conflict {
  theirs: Application
  differences: Difference[]
  reason: BusyReason
  /** Repeats the save, compared with the newer answers. */
  overwrite: () => Promise<unknown>
}

export type BusyReason = SaveReason | 'draft'

export interface WizardState {
  /** The newest known version. */
  application: Application
  position: WizardPosition
  visits: Readonly<Partial<Record<DraftStepId, Visit>>>
  /** The current move. */
  busy: BusyReason | null
  /** Save & Sign Out was pressed, and waits for a running move. */
  signingOut: boolean
  conflict: Conflict | null
  savedAt: Date | null
  /** The last autosave failed and is retried. */
  unsaved: boolean
}

/** Starts a visit, with unsaved input of an earlier one. */
export function beginVisit(application: Application, draft: StepDraft | null, revision = 0): Visit {
  const untouched = { base: application, overlay: {} }
  return { revision, draft: draft ?? untouched, touched: draft !== null, postponed: [] }
}

export function initialState(
  application: Application,
  position: WizardPosition,
  draft: StepDraft | null,
): WizardState {
  return {
    application,
    position,
    visits: { [position.step]: beginVisit(application, draft) },
    busy: null,
    signingOut: false,
    conflict: null,
    savedAt: null,
    unsaved: false,
  }
}

/** The last step of a draft is the review; "success" is for submitted applications. */
export function draftStep(step: StepId): DraftStepId {
  return step === 'success' ? 'review' : step
}

/** Identifies a screen: a new key mounts a new one. */
export function screenKey({ position: { step }, visits }: WizardState): string {
  return `${step}/${visits[step]?.revision ?? 0}`
}

/** Whether a step shows the same for two sets of answers. */
export function showsSame(step: DraftStepId, one: Answers, other: Answers): boolean {
  return answersOfStep[step].every((name) => sameAnswer(one[name], other[name]))
}

/** The state with changes to the visit of a step. */
export function withVisit(state: WizardState, step: DraftStepId, change: Partial<Visit>): WizardState {
  const visit = state.visits[step] ?? beginVisit(state.application, null)
  return { ...state, visits: { ...state.visits, [step]: { ...visit, ...change } } }
}

/** The state after a save of a step, whose input is compared with `base` from now on. */
export function afterSave(
  state: WizardState,
  step: DraftStepId,
  { base, application, allSaved }: { base: Answers; application: Application; allSaved: boolean },
): WizardState {
  const saved = { ...state, application, savedAt: new Date(), unsaved: state.unsaved && !allSaved }
  const visit = state.visits[step] ?? beginVisit(application, null)
  return withVisit(saved, step, {
    draft: { ...visit.draft, base },
    // Answers changed elsewhere are not on this screen yet, so they must not become its base.
    touched: !allSaved || !showsSame(step, application, base),
    postponed: allSaved ? [] : visit.postponed,
  })
}
