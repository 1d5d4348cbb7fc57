import type { Answers } from '#domain/applications/wizard/answers.ts'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { nextStep, previousStep } from '#domain/applications/wizard/steps.ts'
import { isEmpty } from '../saving/differences.ts'
import type { ApplicationPatch, Saved } from '../saving/save-application.ts'
import type { Completed, DraftStepId } from '../steps/step-props.ts'
import type { Machine } from './machine.ts'
import { changesSaved, progressSaved } from './wizard-messages.ts'
import { draftStep, type Move, type WizardState } from './wizard-state.ts'

/** Signing out is not held up for ever by somebody who types meanwhile. */
const MOST_ROUNDS = 3

/** One thing at a time: a second press while the first one is being worked on does nothing. */
export async function once<Result>(
  { getState, dispatch }: Machine,
  reason: NonNullable<WizardState['busy']>,
  work: () => Promise<Result>,
): Promise<Result | 'stayed'> {
  if (getState().busy !== null) return 'stayed'
  dispatch({ type: 'began', reason })
  try {
    return await work()
  } finally {
    dispatch({ type: 'ended', reason })
  }
}

function open({ ports, dispatch }: Machine, step: DraftStepId, editingFromReview = false): void {
  dispatch({
    type: 'moved',
    place: { step, editingFromReview, by: 'wizard' },
    draft: ports.drafts.read(step),
  })
}

const isAt = ({ getState }: Machine, step: DraftStepId) => getState().place.step === step

/** Completes a step: stays where the save fails, and asks where it would overwrite somebody else's. */
export async function complete(machine: Machine, move: CompletingMove, base?: Answers): Promise<Completed> {
  const { ports, save, ask, getState } = machine
  const { reason, patch, target } = move
  const { step } = getState().place
  const ready = ports.ready(target)
  const { outcome } = await save({ step, patch: () => patch, currentStep: target, base })
  ask(move, outcome)
  if (outcome.kind === 'failed') ports.tellFailure(reason)
  if (outcome.kind !== 'saved') return 'stayed'
  await ready
  // What was typed meanwhile is judged and saved too, before one goes on.
  if (!sameValue(patch, ports.screens.read(step))) return 'typed-on'
  if (reason === 'review') ports.tell(changesSaved)
  if (isAt(machine, step)) open(machine, target)
  return 'moved'
}

/** A move that completes the step. */
export interface CompletingMove extends Move {
  reason: 'next' | 'review'
}

/** The step that follows the present one. */
export function following({ getState }: Machine): DraftStepId {
  const { step } = getState().place
  return draftStep(nextStep(step) ?? step)
}

/**
 * Leaves a step without having completed it: what is well-formed is saved, and one moves on even if that fails
 * (specification section 4, "Back"). The tab's draft keeps what was not saved.
 */
export async function saveLeaving(
  { ports, save, unsaved }: Machine,
  step: DraftStepId,
  target: DraftStepId,
): Promise<void> {
  const { outcome } = await save({ step, patch: () => unsaved(step), currentStep: target })
  if (outcome.kind === 'failed' || outcome.kind === 'conflict') ports.tellFailure('back')
}

export async function goBack(machine: Machine): Promise<void> {
  const { ports, getState, save, unsaved } = machine
  const { step } = getState().place
  const previous = draftStep(previousStep(step) ?? step)
  await Promise.all([saveLeaving(machine, step, previous), ports.ready(previous)])
  if (isAt(machine, step)) open(machine, previous)
  // What was typed while the save was under way goes behind.
  if (!isEmpty(unsaved(step))) void save({ step, patch: () => unsaved(step), draft: true })
}

/** From the review to one of its parts. */
export async function edit(machine: Machine, target: DraftStepId): Promise<void> {
  const { ports, getState, save } = machine
  const { step } = getState().place
  const saving = save({ step, patch: () => ({}), currentStep: target })
  const [{ outcome }] = await Promise.all([saving, ports.ready(target)])
  if (outcome.kind === 'saved') open(machine, target, true)
  else ports.tellFailure('edit')
}

/** Saves what stands on the screen, and signs out even if that fails; a conflict is asked about first. */
export async function signOut(
  machine: Machine,
  chosen?: { patch: ApplicationPatch; base: Answers },
): Promise<void> {
  const { ports, getState, save, ask, unsaved } = machine
  const { step } = getState().place
  let given = chosen
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const screen = ports.screens.read(step)
    const { patch, base } = given ?? {}
    const saved = await save({ step, patch: () => patch ?? unsaved(step, screen), currentStep: step, base })
    ask({ reason: 'signOut', patch: saved.patch, target: step }, saved.outcome)
    const { kind } = saved.outcome
    if (kind === 'conflict') return
    given = undefined
    const typedOn = kind === 'saved' && !sameValue(screen, ports.screens.read(step))
    if (!typedOn || round === MOST_ROUNDS) await leave(machine, kind)
    if (!typedOn) return
  }
}

async function leave({ ports }: Machine, kind: Saved['kind']): Promise<void> {
  if (kind === 'failed') ports.tellFailure('signOut')
  // Whoever is still signed in reads why, and nothing over that.
  if (!(await ports.signOut())) return
  // Said over the notice of having signed out: only one shows at a time.
  if (kind === 'saved') ports.tell(progressSaved)
  if (kind === 'failed') ports.tellFailure('signOut')
}
