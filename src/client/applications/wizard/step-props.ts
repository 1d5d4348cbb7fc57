import { createContext } from 'react'
import type { Application } from '#domain/api/application.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'

/** What a step may save. */
export type ApplicationPatch = Omit<BodyOf<'PUT /api/application'>, 'currentStep'>

/** What a step can ask the wizard's shell to do. They stay the same functions while the wizard is on the page. */
export interface StepActions {
  /** Saves the patch with the following step as currentStep, then advances; stays and tells when the save fails. */
  saveAndContinue: (patch: ApplicationPatch) => Promise<void>
  /** Saves the patch with currentStep review and returns there. */
  saveAndReview: (patch: ApplicationPatch) => Promise<void>
  /** Saves the previous step as currentStep and moves back even if that fails. */
  goBack: () => void
  /** From the review: saves the chosen step as currentStep and opens it for editing from review. */
  editStep: (step: StepId) => void
}

/** What changes about a step while its answers stay: its buttons read it (`use(StepMoment)`), its form need not. */
export interface StepMoment {
  /** Opened by an Edit button of the review: "Save & Back to Review" shows. */
  editingFromReview: boolean
  /** What is being saved, for "Saving..." on the button that was pressed; null when nothing is. */
  saving: 'next' | 'back' | 'review' | null
}

/** The moment of a step that is not on the screen. */
export const quietMoment: StepMoment = { editingFromReview: false, saving: null }

export const StepMoment = createContext(quietMoment)

/** What the wizard's shell gives to each step. */
export interface StepProps extends StepActions {
  application: Application
  /**
   * Tells the shell how to read what is typed right now, for Save & Sign Out. Returns what takes it back
   * (call it from an effect and return its result).
   */
  onTyped: (read: () => Record<string, unknown>) => () => void
  /**
   * Where the step keeps what its screen holds until it is saved, across reloads and the browser's Back.
   * `useStepForm` does it for forms; `read` answers undefined where nothing was typed.
   */
  draft: { read: () => unknown; write: (typed: unknown) => void }
}
