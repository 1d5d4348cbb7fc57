import { useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import { savableAnswers, type Answers } from '#domain/applications/wizard/answers.ts'
import { toast } from '#client/ui/toast-store.ts'
import { withoutPaths, type Difference } from './differences.ts'
import { readyStep, type DraftStepId } from './step-components.ts'
import type { ApplicationPatch } from './step-props.ts'
import type { WizardParts } from './use-leaving.ts'
import type { Work } from './use-once.ts'
import type { Saved } from './use-save-application.ts'
import { changesSaved, newerAnswersShown, progressSaved, type SaveReason } from './wizard-messages.ts'

/** A save on its way to a step; signing out stays at the step. */
export interface Move {
  reason: Exclude<SaveReason, 'back' | 'edit'>
  patch: ApplicationPatch
  target: DraftStepId
}

interface Clash {
  move: Move
  theirs: Application
  differences: Difference[]
}

/** A save that waits for somebody to choose between two sets of answers. */
export interface Conflict {
  differences: Difference[]
  useNewer: () => void
  keepMine: () => void
  cancel: () => void
}

type MoveParts = Pick<WizardParts, 'history' | 'session' | 'saving'> & {
  once: (reason: SaveReason, work: Work) => Promise<void>
  /** Answers whether that worked. */
  signOut: () => Promise<boolean>
}

/**
 * Moves that complete a step: they stay where the save fails, and ask where it would overwrite somebody else's
 * (specification section 4; decisions, "Two tabs").
 */
export function useMoves({ history, session, saving, once, signOut }: MoveParts) {
  const { save, tell } = saving
  const [clash, setClash] = useState<Clash | null>(null)

  const arrive = (reason: 'next' | 'review', target: DraftStepId, kind: Saved['kind']) => {
    if (kind === 'failed') tell(reason)
    if (kind !== 'saved') return
    if (reason === 'review') toast(changesSaved)
    if (history.isAt(session.step)) history.open(target)
  }
  const leave = async (kind: Saved['kind']) => {
    if (kind === 'failed') tell('signOut')
    // Whoever is still signed in reads why, and nothing over that.
    if (!(await signOut())) return
    // Said over the notice of having signed out: only one shows at a time.
    if (kind === 'saved') toast(progressSaved)
    if (kind === 'failed') tell('signOut')
  }

  /** Answers what leads on, if that is to another step. */
  const perform = async (move: Move, base: Answers): ReturnType<Work> => {
    const { reason, patch, target } = move
    const ready = readyStep(target)
    const outcome = await save({ base, patch, currentStep: target })
    setClash(outcome.kind === 'conflict' ? { move, ...outcome } : null)
    if (outcome.kind === 'conflict') return
    // Before anything is waited for: the screen would take its own answers for somebody else's, and begin again.
    if (outcome.kind === 'saved') session.saved(outcome.application, true)
    await ready
    if (reason !== 'signOut') return () => arrive(reason, target, outcome.kind)
    await leave(outcome.kind)
  }

  const conflict: Conflict | null = clash && {
    differences: clash.differences,
    cancel: () => setClash(null),
    keepMine: () => void once(clash.move.reason, () => perform(clash.move, clash.theirs)),
    useNewer: () => {
      session.adopt(clash.theirs, whatAgrees(clash))
      setClash(null)
      toast(newerAnswersShown)
    },
  }
  return { start: (move: Move) => once(move.reason, () => perform(move, session.base)), conflict }
}

/** What of the typing does not contradict the newer answers. */
function whatAgrees({ move, differences }: Clash) {
  return withoutPaths(
    savableAnswers(move.patch),
    differences.map((difference) => difference.path),
  )
}
