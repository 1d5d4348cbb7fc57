import type { Answers, AnswersPatch } from '#features/applications/rules/wizard/answers.ts'
import { sameValue } from '#features/applications/rules/wizard/same-answer.ts'
import { differencesOf, isEmpty, withoutPaths } from '../saving/answer-paths.ts'
import { applicationApi, isSaving } from '../saving/application-api.ts'
import type { AutosaveResult } from '../saving/autosave-timer.ts'
import type { SaveOutcome } from '../saving/save-application.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import { showConflict, type WizardSaves } from './wizard-saves.ts'

/** The unsaved answers of a step, without postponed conflicts. */
function autosaved({ getState, unsaved }: WizardSaves, step: DraftStepId): AnswersPatch {
  return withoutPaths(unsaved(step), getState().visits[step]?.postponed ?? [])
}

/** Saves valid input (docs/decisions/0030), first that of steps left while it could not be saved. */
export async function autosave(saves: WizardSaves): Promise<AutosaveResult> {
  const { position, visits, busy, conflict } = saves.getState()
  if (busy !== null || conflict !== null) return 'busy'
  const left = (Object.keys(visits) as DraftStepId[]).filter(
    (step) => step !== position.step && visits[step]?.touched,
  )
  for (const step of [...left, position.step]) {
    const outcome = await saveDraft(saves, step)
    if (outcome?.kind === 'failed') {
      saves.update({ unsaved: true })
      return 'failed'
    }
  }
  return 'done'
}

/** Saves a step's input, if there is any. */
export async function saveDraft(
  saves: WizardSaves,
  step: DraftStepId,
  base?: Answers,
): Promise<SaveOutcome | undefined> {
  const patch = () => autosaved(saves, step)
  if (isEmpty(patch())) return undefined
  const outcome = await saves.save(step, patch, { draft: true, base })
  // The conflict of another step waits, with its draft, until that step shows.
  if (saves.getState().position.step === step) {
    showConflict(saves, outcome, 'draft', async (theirs) => {
      const repeated = await saveDraft(saves, step, theirs)
      if (repeated?.kind === 'failed') saves.notifyFailure('review')
    })
  }
  return outcome
}

/**
 * Sends a page's input when it is hidden or closed, including that of a running save; valid for the version before or
 * after that save.
 *
 * @param onFailed called if it was not saved
 * @returns a function that sends it, without input that is already being sent
 */
export function createUnloadSave(saves: WizardSaves, onFailed: () => void): () => void {
  const { client, getState, baseOf, noteSaved, delaySaves } = saves
  let sent: AnswersPatch = {}
  return () => {
    const { position, application } = getState()
    const { step } = position
    const mine = autosaved(saves, step)
    // The user can no longer be asked about a conflict.
    const differences = differencesOf({ base: baseOf(step), theirs: application, mine })
    const patch = withoutPaths(
      mine,
      differences.map(({ path }) => path),
    )
    if (isEmpty(patch) || sameValue(patch, sent)) return
    sent = patch
    const { id, version } = application
    const seen = [{ id, version }, ...(isSaving(client) ? [{ id, version: version + 1 }] : [])]
    const send = async () => {
      const saved = await applicationApi(client).putOnUnload(patch, seen)
      sent = {}
      if (saved) noteSaved(step, patch, saved)
      else onFailed()
    }
    delaySaves(send())
  }
}
