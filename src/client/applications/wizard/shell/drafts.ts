import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { sameValue } from '#domain/applications/wizard/same-answer.ts'
import { differencesOf, isEmpty, withoutPaths } from '../saving/differences.ts'
import type { DraftOutcome } from '../saving/draft-saver.ts'
import type { Machine } from './machine.ts'

/** What somebody was asked about is not saved by itself. */
function withoutPutOff({ visitOf, getState }: Machine, patch: AnswersPatch): AnswersPatch {
  return withoutPaths(patch, visitOf(getState().place.step)?.putOff ?? [])
}

/** Saves by itself what stands on the screen and is well-formed (docs/decisions/0030). */
export async function saveDraft(machine: Machine): Promise<DraftOutcome> {
  const { getState, dispatch, unsaved, save, ask } = machine
  const { place, busy, clash } = getState()
  if (busy !== null || clash !== null) return 'busy'
  const { step } = place
  const patch = () => withoutPutOff(machine, unsaved(step))
  if (isEmpty(patch())) return 'nothing'
  const { outcome, patch: sent } = await save({ step, patch, draft: true })
  ask({ reason: 'draft', patch: sent, target: step }, outcome)
  if (outcome.kind === 'failed') dispatch({ type: 'draft-failed' })
  return outcome.kind === 'failed' ? 'failed' : 'saved'
}

/**
 * Sends what stands on the screen of a page that goes, without waiting for the save that is on its way: it holds what that one
 * holds, and is meant for the version before it or after it, whichever it meets.
 *
 * @returns sends it, unless that was done; what could not be sent is for a later draft, if the page stays
 */
export function createLastWords(machine: Machine, onFailed: () => void): () => void {
  const { ports, getState, baseOf, unsaved, noteSaved, waiting, waitFor } = machine
  let sent: AnswersPatch = {}
  return () => {
    const { place, application } = getState()
    const { step } = place
    const mine = withoutPutOff(machine, unsaved(step))
    // Where others saved something else meanwhile, nobody could be asked any more.
    const differences = differencesOf({ base: baseOf(step), theirs: application, mine })
    const patch = withoutPaths(
      mine,
      differences.map(({ path }) => path),
    )
    if (isEmpty(patch) || sameValue(patch, sent)) return
    sent = patch
    const { version } = application
    const versions = waiting() === 0 ? [version] : [version, version + 1]
    waitFor(
      ports.saveLast({ patch, versions }).then((saved) => {
        sent = {}
        if (saved) noteSaved(step, patch, saved)
        else onFailed()
      }),
    )
  }
}
