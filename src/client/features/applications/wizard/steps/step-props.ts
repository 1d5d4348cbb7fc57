import { createContext } from 'react'
import type { Application } from '#domain/api/application.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import type { ApplicationPatch } from '../saving/application-api.ts'

/** The steps that ask or show something while the application is a draft. */
export type DraftStepId = Exclude<StepId, 'success'>

/** How the attempt to complete a step ended; `typed-on`: the screen changed during the save. */
export type Completed = 'moved' | 'stayed' | 'typed-on'

/** What a step can ask the wizard's shell to do. They stay the same functions while the wizard is on the page. */
export interface StepActions {
  /** Saves the patch with the following step as currentStep, then advances; stays and tells when the save fails. */
  saveAndContinue: (patch: ApplicationPatch) => Promise<Completed>
  /** Saves the patch with currentStep review and returns there. */
  saveAndReview: (patch: ApplicationPatch) => Promise<Completed>
  /** Saves the previous step as currentStep and moves back even if that fails. */
  goBack: () => void
  /** From the review: saves the chosen step as currentStep and opens it for editing from review. */
  editStep: (step: StepId) => void
}

/** What changes about a step while its answers stay: its buttons read it (`use(StepStatus)`), its form need not. */
export interface StepStatus {
  /** Opened by an Edit button of the review: "Save & Back to Review" shows. */
  editingFromReview: boolean
  /** What is being saved, for "Saving..." on the button that was pressed; null when nothing is. */
  saving: 'next' | 'back' | 'review' | null
}

export const StepStatus = createContext<StepStatus>({ editingFromReview: false, saving: null })

/** What the wizard's shell gives to each step. */
export interface StepProps extends StepActions {
  application: Application
  /**
   * Registers how to read the screen. Call it from an effect and return its result.
   */
  registerScreen: (read: () => Record<string, unknown>) => () => void
  /**
   * Stores the form's values until they are saved, across reloads and the browser's Back, and schedules the autosave. `read`
   * returns undefined where nothing was typed.
   */
  draft: { read: () => unknown; write: (typed: unknown) => void }
  /** Saves the input: a field was left. */
  autosave: () => void
}
