import { useEffect } from 'react'
import type { Application } from '#domain/api/application.ts'
import { savableAnswers } from '#domain/applications/wizard/answers.ts'
import { nextStep, previousStep } from '#domain/applications/wizard/steps.ts'
import { changedIn } from './differences.ts'
import { prefetchSteps, readyStep, type DraftStepId } from './step-components.ts'
import type { StepProps } from './step-props.ts'
import { useLeaving } from './use-leaving.ts'
import { useMoves, type Conflict } from './use-moves.ts'
import { useOnce } from './use-once.ts'
import { useSaving } from './use-saving.ts'
import { useScreen } from './use-screen.ts'
import { draftStep, useStepHistory } from './use-step-history.ts'
import { useStepSession } from './use-step-session.ts'
import type { SaveReason } from './wizard-messages.ts'

export interface Wizard {
  step: DraftStepId
  /** Changes when the step's screen has to begin again. */
  screen: string
  stepProps: StepProps
  busy: SaveReason | null
  savedAt: Date | null
  conflict: Conflict | null
  saveAndSignOut: () => void
}

/** Moves through the steps, saving on the way (specification section 4, "Wizard flow"). */
export function useWizard(application: Application, signOut: () => Promise<boolean>): Wizard {
  const history = useStepHistory(application.currentStep)
  const { step, editingFromReview } = history
  const session = useStepSession(application, step)
  const screen = useScreen(step)
  const saving = useSaving()
  const { busy, once } = useOnce<SaveReason>()
  const saveOnLeaving = useLeaving({ history, session, screen, saving })
  const { start, conflict } = useMoves({ history, session, saving, once, signOut })

  const next = draftStep(nextStep(step) ?? step)
  const previous = draftStep(previousStep(step) ?? step)
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

  return {
    step,
    screen: `${step}/${session.revision}`,
    busy,
    savedAt: saving.savedAt,
    conflict,
    stepProps: {
      application: session.shown,
      editingFromReview,
      saving: busy === 'next' || busy === 'back' || busy === 'review' ? busy : null,
      draft: session.draft,
      onTyped: screen.onTyped,
      saveAndContinue: (patch) => start({ reason: 'next', patch, target: next }),
      saveAndReview: (patch) => start({ reason: 'review', patch, target: 'review' }),
      goBack: () => void once('back', goBack),
      editStep: (target) => void once('edit', () => edit(draftStep(target))),
    },
    saveAndSignOut: () => {
      const patch = changedIn(savableAnswers(screen.now()), session.base)
      void start({ reason: 'signOut', patch, target: step })
    },
  }
}
