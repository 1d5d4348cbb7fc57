import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { differencesOf, isEmpty, withoutPaths } from '../saving/differences.ts'
import type { DraftOutcome } from '../saving/draft-saver.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import type { Machine } from './machine.ts'

/** What of a step can be saved by itself: all but what somebody was asked about. */
function savable({ visitOf, unsaved }: Machine, step: DraftStepId): AnswersPatch {
  return withoutPaths(unsaved(step), visitOf(step)?.putOff ?? [])
}

/**
 * Saves by itself what stands on the screen and is well-formed (docs/decisions/0030), and before it what stood on those that
 * were left while it could not be saved.
 */
export async function saveDraft(machine: Machine): Promise<DraftOutcome> {
  const { getState, dispatch } = machine
  const { place, visits, busy, clash } = getState()
  if (busy !== null || clash !== null) return 'busy'
  // The keys of this very object.
  const opened = Object.keys(visits) as DraftStepId[]
  const left = opened.filter((step) => step !== place.step && visits[step]?.touched)
  let ended: DraftOutcome = 'nothing'
  for (const step of [...left, place.step]) {
    const outcome = await saveStep(machine, step)
    if (outcome === 'failed') {
      dispatch({ type: 'draft-failed' })
      return outcome
    }
    if (outcome === 'saved') ended = outcome
  }
  return ended
}

async function saveStep(machine: Machine, step: DraftStepId): Promise<DraftOutcome> {
  const { getState, save, ask } = machine
  const patch = () => savable(machine, step)
  if (isEmpty(patch())) return 'nothing'
  const { outcome, patch: sent } = await save({ step, patch, draft: true })
  // About a screen that is not in sight nobody is asked until it is again: its draft is kept for that.
  if (getState().place.step === step) ask({ reason: 'draft', patch: sent, target: step }, outcome)
  return outcome.kind === 'failed' ? 'failed' : 'saved'
}

/**
 * Sends what stands on the screen of a page that goes, without waiting for the save that is on its way: it holds what that one
 * holds, and is meant for the version before it or after it, whichever it meets.
 *
 * @returns sends it, unless that was done; what could not be sent is for a later draft, if the page stays
 */
export function createLastWords(machine: Machine, onFailed: () => void): () => void {
  const { ports, getState, baseOf, noteSaved, waiting, waitFor } = machine
  let sent: AnswersPatch = {}
  return () => {
    const { place, application } = getState()
    const { step } = place
    const mine = savable(machine, step)
    // Where others saved something else meanwhile, nobody could be asked any more.
    const differences = differencesOf({ base: baseOf(step), theirs: application, mine })
    const patch = withoutPaths(
      mine,
      differences.map(({ path }) => path),
    )
    if (isEmpty(patch) || sameValue(patch, sent)) return
    sent = patch
    const { id, version } = application
    const present = { id, version }
    const seen = waiting() === 0 ? [present] : [present, { id, version: version + 1 }]
    waitFor(
      ports.saveLast({ patch, seen }).then((saved) => {
        sent = {}
        if (saved) noteSaved(step, patch, saved)
        else onFailed()
      }),
    )
  }
}
