import { useEffect, useEffectEvent, useRef } from 'react'
import { isSavable, savableAnswers } from '#domain/applications/wizard/answers.ts'
import { changedIn } from './differences.ts'
import type { DraftStepId } from './step-components.ts'
import type { Saving } from './use-saving.ts'
import type { Screen, ScreenReader } from './use-screen.ts'
import type { StepHistory } from './use-step-history.ts'
import type { StepSession } from './use-step-session.ts'

/** The parts that moving about is made of. */
export interface WizardParts {
  history: StepHistory
  session: StepSession
  screen: ScreenReader
  saving: Saving
}

/**
 * Leaving a step without having completed it: what is typed is saved as far as it is well-formed, and one moves on even
 * if that fails (specification section 4, "Back"). The draft keeps what was not saved.
 *
 * @returns saves the present screen on its way to another step
 */
export function useLeaving({
  history,
  session,
  screen,
  saving,
}: WizardParts): (target: DraftStepId) => Promise<void> {
  const { save, tell } = saving
  const saveScreen = async (typed: Screen, { base, saved }: StepSession, target: DraftStepId) => {
    const patch = changedIn(savableAnswers(typed), base)
    const outcome = await save({ base, patch, currentStep: target })
    if (outcome.kind === 'saved') saved(outcome.application, isSavable(typed))
    else if (outcome.kind !== 'closed') tell('back')
  }

  const browsed = useEffectEvent((from: StepSession) => {
    if (history.adopt()) void saveScreen(screen.read(from.step), from, history.step)
  })
  const shown = useRef(session)
  useEffect(() => {
    // The browser's own Back or Forward has moved already: what was typed is saved behind it.
    browsed(shown.current)
    shown.current = session
  })

  return (target) => saveScreen(screen.read(session.step), session, target)
}
