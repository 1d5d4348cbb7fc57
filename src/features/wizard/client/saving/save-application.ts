import type { Application } from '#features/applications/api/application.ts'
import { savableAnswers, type Answers } from '#features/applications/rules/wizard/answers.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import { ApiError } from '#base/client/lib/api.ts'
import { differencesOf, type Difference } from './answer-paths.ts'
import type { ApplicationApi, ApplicationPatch } from './application-api.ts'

export interface Save {
  /** The stored answers that the input began from. */
  base: Answers
  patch: ApplicationPatch
  currentStep?: StepId
  /** An autosave (docs/decisions/0030). */
  draft?: boolean
}

export type SaveOutcome =
  | { kind: 'saved'; application: Application }
  /** The same answers were changed elsewhere; nothing was overwritten. */
  | { kind: 'conflict'; theirs: Application; differences: Difference[] }
  /** The application was submitted elsewhere. */
  | { kind: 'closed'; error: ApiError }
  | { kind: 'failed'; error: unknown }

type Api = Pick<ApplicationApi, 'known' | 'put' | 'reload'>

/** Maximum retries when another tab keeps saving first. */
const MAX_ATTEMPTS = 4

/**
 * Saves under the newest known version; never throws. Where that is outdated, loads the stored answers, and repeats the save if none
 * of its answers changed elsewhere. A conflict is only reported against answers loaded just now, as those sent while a
 * page closed arrive late.
 */
export async function saveApplication(api: Api, save: Save): Promise<SaveOutcome> {
  try {
    return await attempt(api, save, { theirs: api.known(), isNewest: false }, MAX_ATTEMPTS)
  } catch (error) {
    if (!hasCode(error, 'not-editable')) return { kind: 'failed', error }
    await api.reload().catch(() => undefined)
    return { kind: 'closed', error }
  }
}

interface Stored {
  theirs: Application
  /** It was just loaded. */
  isNewest: boolean
}

async function attempt(
  api: Api,
  save: Save,
  { theirs, isNewest }: Stored,
  attemptsLeft: number,
): Promise<SaveOutcome> {
  const { base, patch, currentStep, draft } = save
  const retry = async () =>
    attempt(api, save, { theirs: await api.reload(), isNewest: true }, attemptsLeft - 1)
  const differences = differencesOf({ base, theirs, mine: savableAnswers(patch) })
  if (differences.length > 0) return isNewest ? { kind: 'conflict', theirs, differences } : retry()
  try {
    const body = currentStep === undefined ? patch : { ...patch, currentStep }
    return { kind: 'saved', application: await api.put(body, theirs, draft) }
  } catch (error) {
    if (attemptsLeft <= 1 || !hasCode(error, 'version-conflict')) throw error
    return retry()
  }
}

/** Whether the server reported a problem with this code. */
export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.problem?.code === code
}
