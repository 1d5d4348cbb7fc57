import type { Application } from '#domain/api/application.ts'
import { savableAnswers } from '#domain/applications/wizard/answers.ts'
import { withoutPaths } from '../saving/differences.ts'
import { createDraftSaver } from '../saving/draft-saver.ts'
import type { DraftStepId, StepActions } from '../steps/step-props.ts'
import { createLastWords, saveDraft } from './drafts.ts'
import { createMachine, type Machine, type WizardPorts } from './machine.ts'
import { complete, edit, following, goBack, once, saveLeaving, signOut } from './moves.ts'
import type { Screens } from './screens.ts'
import { newerAnswersShown } from './wizard-messages.ts'
import { draftStep, openWizard, type WizardPosition, type WizardState } from './wizard-state.ts'

export interface Wizard {
  getState: () => WizardState
  subscribe: (listener: () => void) => () => void
  actions: StepActions
  saveAndSignOut: () => Promise<void>
  /** The application is another one now, by whatever came from the server. */
  hear: (application: Application) => void
  /** The browser went to a step by its own Back or Forward. */
  browse: (step: DraftStepId, editingFromReview: boolean) => void
  /** A screen stands: how to read it. Returns what takes that back. */
  onTyped: Screens['onTyped']
  /** Something was typed on a step's screen, which holds this now. */
  typed: (step: DraftStepId, screen: unknown) => void
  /** A field was left, or the network is back. */
  saveNow: () => void
  /** The page is hidden or goes: its last words are sent in any case. */
  leavePage: () => void
  /** What somebody chooses where two have answered. */
  answer: { useNewer: () => void; keepMine: () => void; putOff: () => void }
  /** It is on the page. Returns what ends that; whoever is still signed in leaves last words. */
  show: () => (stillSignedIn: boolean) => void
}

/** Moves through the steps, saving on the way (specification section 4, "Wizard flow"; docs/decisions/0030 and 0031). */
export function createWizard(application: Application, opened: WizardPosition, ports: WizardPorts): Wizard {
  const machine = createMachine(openWizard(application, opened, ports.drafts.read(opened.step)), ports)
  const { getState, dispatch, subscribe, visitOf } = machine
  let shown = false
  const saver = createDraftSaver(async () => (shown ? saveDraft(machine) : 'nothing'), ports.later)
  const resumeDrafts = () => {
    if (Object.values(getState().visits).some(({ touched }) => touched)) saver.typed()
  }
  /** What a move left unsaved, or found unsaved where it led, is saved by itself. */
  const go = async <Result>(...[reason, work]: GoArguments<Result>) => {
    const result = await once(machine, reason, work)
    resumeDrafts()
    return result
  }
  const leavePage = createLastWords(machine, resumeDrafts)
  return {
    getState,
    subscribe,
    actions: {
      saveAndContinue: (patch) =>
        go('next', () => complete(machine, { reason: 'next', patch, target: following(machine) })),
      saveAndReview: (patch) =>
        go('review', () => complete(machine, { reason: 'review', patch, target: 'review' })),
      goBack: () => void go('back', () => goBack(machine)),
      editStep: (target) => void go('edit', () => edit(machine, draftStep(target))),
    },
    saveAndSignOut: async () => {
      dispatch({ type: 'sign-out-asked' })
      // Whoever asks while something else is saved may be gone by the time that it has ended.
      while (getState().signOutIsNext && getState().busy !== null) await changed(subscribe)
      if (shown) await go('signOut', () => signOut(machine))
    },
    hear: (newest) => {
      dispatch({ type: 'heard', application: newest })
      machine.agree(getState().place.step)
    },
    onTyped: (step, read) => {
      const forget = ports.screens.onTyped(step, read)
      machine.agree(step)
      return forget
    },
    browse: (step, editingFromReview) => {
      const from = getState().place.step
      if (step !== from) void saveLeaving(machine, from, step)
      const place: WizardPosition = { step, editingFromReview, by: 'browser' }
      dispatch({ type: 'moved', place, draft: ports.drafts.read(step) })
      resumeDrafts()
    },
    typed: (step, screen) => {
      const { base, kept } = visitOf(step)?.draft ?? { base: getState().application, kept: {} }
      ports.drafts.write(step, { base, kept, typed: screen })
      dispatch({ type: 'typed', step })
      saver.typed()
    },
    // Whoever left the field to save on purpose has begun that by then.
    saveNow: () => void ports.later(saver.now, 0),
    leavePage,
    answer: {
      useNewer: () => {
        useNewer(machine)
        resumeDrafts()
      },
      keepMine: () => void go(getState().clash?.move.reason ?? 'draft', () => keepMine(machine)),
      putOff: () => dispatch({ type: 'put-off' }),
    },
    show: () => {
      shown = true
      resumeDrafts()
      return (stillSignedIn) => {
        if (stillSignedIn) leavePage()
        shown = false
        saver.stop()
      }
    },
  }
}

/** Resolves with the next change. */
function changed(subscribe: Machine['subscribe']): Promise<void> {
  return new Promise((resolve) => {
    const forget = subscribe(() => {
      forget()
      resolve()
    })
  })
}

type GoArguments<Result> = [reason: NonNullable<WizardState['busy']>, work: () => Promise<Result>]

/** Saves over the newer answers, as somebody chose, and does what the save was made for. */
async function keepMine(machine: Machine): Promise<void> {
  const { getState, ports, save, ask } = machine
  const { clash } = getState()
  if (clash === null) return
  const { move, theirs } = clash
  const { reason, patch, target } = move
  if (reason === 'next' || reason === 'review') {
    await complete(machine, { reason, patch, target }, theirs)
    return
  }
  if (reason === 'signOut') return signOut(machine, { patch, base: theirs })
  const { outcome } = await save({ step: target, patch: () => patch, draft: true, base: theirs })
  ask(move, outcome)
  if (outcome.kind === 'failed') ports.tellFailure('review')
}

/** Shows the newer answers, and beside them what of the typing does not contradict them. */
function useNewer({ getState, dispatch, ports }: Machine): void {
  const { clash, place } = getState()
  if (clash === null) return
  const { move, theirs, differences } = clash
  const { step } = place
  const kept = withoutPaths(
    savableAnswers(move.patch),
    differences.map(({ path }) => path),
  )
  ports.drafts.write(step, { base: theirs, kept })
  dispatch({ type: 'adopted', step, newer: theirs, kept })
  ports.tell(newerAnswersShown)
}
