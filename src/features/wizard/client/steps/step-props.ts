import { createContext } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import type { ApplicationPatch } from '../saving/application-api.ts'

/** The steps of a draft. */
export type DraftStepId = Exclude<StepId, 'success'>

/** Result of an attempt to complete a step; `typed-on`: the screen changed during the save. */
export type Completed = 'moved' | 'stayed' | 'typed-on'

/** Actions of the wizard's shell for its steps. The functions never change while the wizard is mounted. */
export interface StepActions {
  /** Saves the patch with the next step as currentStep, then advances; on an error it stays and shows it. */
  saveAndContinue: (patch: ApplicationPatch) => Promise<Completed>
  /** Saves the patch with currentStep review and returns there. */
  saveAndReview: (patch: ApplicationPatch) => Promise<Completed>
  /** Saves the previous step as currentStep and moves back even if that fails. */
  goBack: () => void
  /** From the review: saves the chosen step as currentStep and opens it for editing from review. */
  editStep: (step: StepId) => void
}

/** Changing state of a step: only its buttons read it (`use(StepStatus)`), so that its form need not render again. */
export interface StepStatus {
  /** Opened from the review: "Save & Back to Review" shows. */
  editingFromReview: boolean
  /** The pressed button that shows "Saving..."; null for none. */
  saving: 'next' | 'back' | 'review' | null
}

export const StepStatus = createContext<StepStatus>({ editingFromReview: false, saving: null })

/** Props of each step. */
export interface StepProps extends StepActions {
  application: Application
  /**
   * Registers how to read the screen. Call it from an effect and return its result.
   */
  registerScreen: (read: () => Record<string, unknown>) => () => void
  /**
   * Stores the form's values until they are saved, across reloads and the browser's Back, and schedules the autosave.
   * `read` returns undefined if nothing was typed.
   */
  draft: { read: () => unknown; write: (typed: unknown) => void }
  /** Saves the input when a field loses the focus. */
  autosave: () => void
}
