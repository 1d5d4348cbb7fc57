import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { nextStep, previousStep } from '#features/applications/rules/wizard/steps.ts'
import { toast } from '#base/client/ui/toast-store.ts'
import type { ApplicationPatch } from '../saving/application-api.ts'
import type { Completed, DraftStepId } from '../steps/step-props.ts'
import { saveDraft } from './autosave.ts'
import { readyStep } from './step-components.ts'
import { changesSaved, progressSaved } from './wizard-messages.ts'
import { showConflict, type WizardSaves } from './wizard-saves.ts'
import { beginVisit, draftStep, type WizardPosition } from './wizard-state.ts'

/** Maximum rounds in which Save & Sign Out saves input typed during the previous save. */
const MAX_SIGN_OUT_SAVES = 3

/** Opens a step, with its unsaved input. */
export function open(saves: WizardSaves, position: WizardPosition): void {
  const { application, visits } = saves.getState()
  const visit = beginVisit(application, saves.readDraft(position.step))
  saves.update({ position, busy: null, visits: { ...visits, [position.step]: visit } })
}

/** Opens a step, unless the browser has navigated meanwhile. */
function openFrom(saves: WizardSaves, from: DraftStepId, step: DraftStepId, editingFromReview = false): void {
  if (saves.getState().position.step !== from) return
  open(saves, { step, editingFromReview, openedBy: 'wizard' })
}

/** Saves a complete step and moves on: "next" to the following step, "review" back to the review. */
export async function complete(
  saves: WizardSaves,
  reason: 'next' | 'review',
  patch: ApplicationPatch,
  base?: Answers,
): Promise<Completed> {
  const { step } = saves.getState().position
  const target = reason === 'review' ? 'review' : draftStep(nextStep(step) ?? step)
  const ready = readyStep(target)
  const outcome = await saves.save(step, () => patch, { currentStep: target, base })
  showConflict(saves, outcome, reason, (theirs) => complete(saves, reason, patch, theirs))
  if (outcome.kind === 'failed') saves.notifyFailure(reason)
  if (outcome.kind !== 'saved') return 'stayed'
  await ready
  // Input during the save is validated and saved too before the step is left.
  if (!sameValue(patch, saves.screens.read(step))) return 'typed-on'
  if (reason === 'review') toast(changesSaved)
  openFrom(saves, step, target)
  return 'moved'
}

/** Saves the well-formed input of an incomplete step; the tab keeps what was not saved. */
export async function saveIncomplete(
  saves: WizardSaves,
  step: DraftStepId,
  target: DraftStepId,
): Promise<void> {
  const outcome = await saves.save(step, () => saves.unsaved(step), { currentStep: target })
  if (outcome.kind === 'failed' || outcome.kind === 'conflict') saves.notifyFailure('back')
}

/** Moves back, also if the save fails (specification section 4, "Back"). */
export async function goBack(saves: WizardSaves): Promise<void> {
  const { step } = saves.getState().position
  await leave(saves, draftStep(previousStep(step) ?? step), false)
}

/**
 * From the progress to a step; saves the input, also where it is incomplete. The step's own buttons do not show
 * "Saving..." for it.
 */
export async function jump(saves: WizardSaves, target: DraftStepId): Promise<void> {
  await leave(saves, target, saves.getState().position.editingFromReview && target !== 'review')
}

async function leave(saves: WizardSaves, target: DraftStepId, editingFromReview: boolean): Promise<void> {
  const { step } = saves.getState().position
  await Promise.all([saveIncomplete(saves, step, target), readyStep(target)])
  openFrom(saves, step, target, editingFromReview)
  // Input during the save.
  void saveDraft(saves, step)
}

/** From the review to a step. */
export async function edit(saves: WizardSaves, target: DraftStepId): Promise<void> {
  const { step } = saves.getState().position
  const saving = saves.save(step, () => ({}), { currentStep: target })
  const [outcome] = await Promise.all([saving, readyStep(target)])
  if (outcome.kind === 'saved') openFrom(saves, step, target, true)
  else saves.notifyFailure('edit')
}

/** Saves the screen and signs out, also if the save fails; a conflict is resolved first. */
export async function saveAndSignOut(
  saves: WizardSaves,
  signOut: () => Promise<boolean>,
  base?: Answers,
): Promise<void> {
  const { step } = saves.getState().position
  for (let attempt = 1; ; attempt += 1) {
    const screen = saves.screens.read(step)
    const outcome = await saves.save(step, () => saves.unsaved(step, screen), { currentStep: step, base })
    showConflict(saves, outcome, 'signOut', (theirs) => saveAndSignOut(saves, signOut, theirs))
    const { kind } = outcome
    if (kind === 'conflict') return
    const typedOn = kind === 'saved' && !sameValue(screen, saves.screens.read(step))
    if (typedOn && attempt < MAX_SIGN_OUT_SAVES) continue
    if (kind === 'failed') saves.notifyFailure('signOut')
    if (!(await signOut())) return
    // Again, because the sign-out toast replaced it.
    if (kind === 'saved') toast(progressSaved)
    if (kind === 'failed') saves.notifyFailure('signOut')
    return
  }
}
