import type { Application } from '#domain/api/application.ts'
import { answersOfStep, type Answers, type AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import type { Difference } from '../saving/differences.ts'
import type { ApplicationPatch } from '../saving/save-application.ts'
import type { StepDraft } from '../saving/step-draft.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import type { SaveReason } from './wizard-messages.ts'

/** One visit to a step: what its screen began from, and what its typing is compared with. */
export interface Visit {
  /** Goes up when the screen has to begin again from other answers. */
  revision: number
  /** The version of the application that it has taken note of. */
  version: number
  draft: StepDraft
  /** Something stands on the screen that is not saved: answers that change elsewhere leave it alone. */
  touched: boolean
  /** Answers that were saved elsewhere too, where somebody put the choice off: they are not saved by themselves. */
  putOff: readonly string[]
}

/** Where the wizard stands, and by what it came there. */
export interface WizardPosition {
  step: DraftStepId
  editingFromReview: boolean
  by: 'opening' | 'wizard' | 'browser'
}

/** A save on its way: of what was typed, or to another step (signing out stays at the step). */
export interface Move {
  reason: Exclude<SaveReason, 'back' | 'edit'> | 'draft'
  patch: ApplicationPatch
  target: DraftStepId
}

/** A save that met other answers than its typing began from. */
export interface Clash {
  move: Move
  theirs: Application
  differences: Difference[]
}

export interface WizardState {
  /** The newest that is known. */
  application: Application
  place: WizardPosition
  /** The latest visit to each step that was opened. */
  visits: Readonly<Partial<Record<DraftStepId, Visit>>>
  busy: Move['reason'] | SaveReason | null
  /** Somebody asked to be signed out while something else was under way: that is next. */
  signOutIsNext: boolean
  clash: Clash | null
  savedAt: Date | null
  /** What was typed last could not be saved; it is tried again. */
  unsaved: boolean
}

export type WizardEvent =
  | { type: 'heard'; application: Application }
  | { type: 'typed'; step: DraftStepId }
  | { type: 'began'; reason: NonNullable<WizardState['busy']> }
  | { type: 'ended'; reason: NonNullable<WizardState['busy']> }
  | { type: 'sign-out-asked' }
  /** `complete`: nothing else stands on the screen. */
  | {
      type: 'saved'
      step: DraftStepId
      /** What its typing is compared with from now on. */
      base: Answers
      application: Application
      complete: boolean
      at: Date
    }
  /** What its typing is compared with, where the screen and the application agree by now. */
  | { type: 'agreed'; step: DraftStepId; base: Answers }
  | { type: 'draft-failed' }
  | { type: 'moved'; place: WizardPosition; draft: StepDraft | null }
  | { type: 'clashed'; clash: Clash | null }
  | { type: 'put-off' }
  /** Newer answers are shown, and beside them what of the typing does not contradict them. */
  | { type: 'adopted'; step: DraftStepId; newer: Application; kept: AnswersPatch }

/** Begins a visit, with what was typed on an earlier one and not saved. */
function beginVisit(application: Application, draft: StepDraft | null, revision = 0): Visit {
  return {
    revision,
    version: application.version,
    draft: draft ?? { base: application, kept: {} },
    touched: draft !== null,
    putOff: [],
  }
}

/** The wizard as it opens. */
export function openWizard(
  application: Application,
  place: WizardPosition,
  draft: StepDraft | null,
): WizardState {
  return {
    application,
    place,
    visits: { [place.step]: beginVisit(application, draft) },
    busy: null,
    signOutIsNext: false,
    clash: null,
    savedAt: null,
    unsaved: false,
  }
}

/** A draft's last page is the review; "success" is for what was submitted. */
export function draftStep(step: StepId): DraftStepId {
  return step === 'success' ? 'review' : step
}

/** What names a screen: another name, another screen. */
export function screenName({ place: { step }, visits }: WizardState): string {
  return `${step}/${visits[step]?.revision ?? 0}`
}

/** What an event makes of the wizard; the very same state where it changes nothing. */
export function nextState(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'heard':
      return hear(state, event.application)
    case 'typed':
      return withVisit(state, event.step, (visit) => (visit.touched ? visit : { ...visit, touched: true }))
    case 'began':
      return began(state, event.reason)
    case 'ended':
      // A move is over for the screen once it has moved, and what waited for that may be under way.
      return state.busy === event.reason ? { ...state, busy: null } : state
    case 'sign-out-asked':
      return state.busy === null || state.busy === 'signOut' ? state : { ...state, signOutIsNext: true }
    case 'saved':
      return save(state, event)
    case 'agreed':
      return withVisit(state, event.step, (visit) => ({
        ...visit,
        draft: { ...visit.draft, base: event.base },
      }))
    case 'draft-failed':
      return { ...state, unsaved: true }
    case 'moved':
      return move(state, event)
    case 'clashed':
      return { ...state, clash: event.clash }
    case 'put-off':
      return putOff(state)
    case 'adopted':
      return adopt(state, event)
  }
}

function began(state: WizardState, reason: NonNullable<WizardState['busy']>): WizardState {
  return { ...state, busy: reason, signOutIsNext: state.signOutIsNext && reason !== 'signOut' }
}

function withVisit(state: WizardState, step: DraftStepId, change: (visit: Visit) => Visit): WizardState {
  const visit = state.visits[step]
  const changed = visit && change(visit)
  return changed === visit ? state : { ...state, visits: { ...state.visits, [step]: changed } }
}

function hear(state: WizardState, application: Application): WizardState {
  // An answer that was overtaken by a later save is no news.
  const known = state.application
  if (known === application || known.version > application.version) return state
  const { step } = state.place
  return withVisit({ ...state, application }, step, (visit) => follow(visit, step, application))
}

/**
 * A visit after the application changed: an untouched screen follows it, and begins again only where answers changed that it
 * asks for; a touched one is left alone.
 */
function follow(visit: Visit, step: DraftStepId, application: Application): Visit {
  const { version } = application
  if (visit.version === version) return visit
  if (visit.touched) return { ...visit, version }
  const { draft, revision } = visit
  return {
    ...visit,
    version,
    draft: { base: application, kept: {} },
    revision: showsSame(step, application, draft.base) ? revision : revision + 1,
  }
}

function showsSame(step: DraftStepId, one: Answers, other: Answers): boolean {
  return answersOfStep[step].every((name) => sameAnswer(one[name], other[name]))
}

function save(
  state: WizardState,
  { step, base, application, complete, at }: Extract<WizardEvent, { type: 'saved' }>,
): WizardState {
  const saved = { ...state, application, savedAt: at, unsaved: state.unsaved && !complete }
  return withVisit(saved, step, (visit) => ({
    ...visit,
    version: application.version,
    draft: { ...visit.draft, base },
    // What others saved meanwhile is not on this screen yet: it must not pass for what stands there.
    touched: !complete || !showsSame(step, application, base),
    putOff: complete ? [] : visit.putOff,
  }))
}

function move(state: WizardState, { place, draft }: Extract<WizardEvent, { type: 'moved' }>): WizardState {
  const visit = beginVisit(state.application, draft)
  return { ...state, place, busy: null, visits: { ...state.visits, [place.step]: visit } }
}

function putOff(state: WizardState): WizardState {
  const paths = state.clash?.differences.map(({ path }) => path) ?? []
  return withVisit({ ...state, clash: null }, state.place.step, (visit) => ({
    ...visit,
    putOff: [...visit.putOff, ...paths],
  }))
}

function adopt(
  state: WizardState,
  { step, newer, kept }: Extract<WizardEvent, { type: 'adopted' }>,
): WizardState {
  const revision = (state.visits[step]?.revision ?? 0) + 1
  const visit = beginVisit(newer, { base: newer, kept }, revision)
  return { ...state, clash: null, visits: { ...state.visits, [step]: visit } }
}
