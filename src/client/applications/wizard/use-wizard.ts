import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Application } from '#domain/api/application.ts'
import { savableAnswers } from '#domain/applications/wizard/answers.ts'
import { nextStep, previousStep } from '#domain/applications/wizard/steps.ts'
import { changedIn } from './differences.ts'
import { prefetchSteps, readyStep, type DraftStepId } from './step-components.ts'
import { quietMoment, type StepActions, type StepMoment } from './step-props.ts'
import type { StepScreenProps } from './step-screen.tsx'
import { useLeaving } from './use-leaving.ts'
import { useMoves, type Conflict } from './use-moves.ts'
import { useOnce } from './use-once.ts'
import { useRest } from './use-rest.ts'
import { useSaving } from './use-saving.ts'
import { useScreen } from './use-screen.ts'
import { draftStep, useStepHistory } from './use-step-history.ts'
import { useStepSessions } from './use-step-session.ts'
import type { SaveReason } from './wizard-messages.ts'

export interface Wizard {
  step: DraftStepId
  /** The one that shows, and those before and after it that are there out of sight. */
  screens: StepScreenProps[]
  busy: SaveReason | null
  savedAt: Date | null
  conflict: Conflict | null
  saveAndSignOut: () => void
}

/** Moves through the steps, saving on the way (specification section 4, "Wizard flow"). */
export function useWizard(application: Application, signOut: () => Promise<boolean>): Wizard {
  const history = useStepHistory(application.currentStep)
  const { step, editingFromReview } = history
  const next = draftStep(nextStep(step) ?? step)
  const previous = draftStep(previousStep(step) ?? step)
  const likely = editingFromReview ? 'review' : next
  const rested = useRest(step, likely)
  const { session, visits, onTouched } = useStepSessions({ application, step, next: likely, rested })
  const screen = useScreen()
  const saving = useSaving()
  const { busy, once } = useOnce<SaveReason>()
  const saveOnLeaving = useLeaving({ history, session, screen, saving })
  const { start, conflict } = useMoves({ history, session, saving, once, signOut })

  useEffect(() => {
    void prefetchSteps(editingFromReview ? [next, previous, 'review'] : [next, previous])
  }, [next, previous, editingFromReview])

  const goBack = async () => {
    await Promise.all([saveOnLeaving(previous), readyStep(previous)])
    return () => {
      if (history.isAt(step)) history.open(previous)
    }
  }

  const edit = async (target: DraftStepId) => {
    const save = saving.save({ base: session.base, patch: {}, currentStep: target })
    const [outcome] = await Promise.all([save, readyStep(target)])
    return () => {
      if (outcome.kind === 'saved') history.open(target, { editingFromReview: true })
      else saving.tell('edit')
    }
  }

  const actions = useSteady({
    saveAndContinue: (patch) => start({ reason: 'next', patch, target: next }),
    saveAndReview: (patch) => start({ reason: 'review', patch, target: 'review' }),
    goBack: () => void once('back', goBack),
    editStep: (target) => void once('edit', () => edit(draftStep(target))),
    saveAndSignOut: () => {
      const patch = changedIn(savableAnswers(screen.read(step)), session.base)
      void start({ reason: 'signOut', patch, target: step })
    },
  })
  const moment = useMoment(editingFromReview, busy)
  return {
    step,
    busy,
    savedAt: saving.savedAt,
    conflict,
    screens: visits.map((visit) => {
      const shown = visit.step === step
      const { onTyped } = screen
      return {
        session: visit,
        application,
        shown,
        actions,
        onTyped,
        onTouched,
        moment: shown ? moment : quietMoment,
      }
    }),
    saveAndSignOut: actions.saveAndSignOut,
  }
}

function useMoment(editingFromReview: boolean, busy: SaveReason | null): StepMoment {
  const saving = busy === 'next' || busy === 'back' || busy === 'review' ? busy : null
  return useMemo(() => ({ editingFromReview, saving }), [editingFromReview, saving])
}

type WizardActions = StepActions & { saveAndSignOut: () => void }

/** Actions that stay the same functions, and do what the newest ones do. */
function useSteady(actions: WizardActions): WizardActions {
  const newest = useRef(actions)
  useLayoutEffect(() => {
    newest.current = actions
  })
  return useMemo(
    () => ({
      saveAndContinue: (patch) => newest.current.saveAndContinue(patch),
      saveAndReview: (patch) => newest.current.saveAndReview(patch),
      goBack: () => newest.current.goBack(),
      editStep: (step) => newest.current.editStep(step),
      saveAndSignOut: () => newest.current.saveAndSignOut(),
    }),
    [],
  )
}
