import type { Application } from '#domain/api/application.ts'
import type { BodyOf } from '#domain/api/contract.ts'
import type { Versioned } from '#domain/api/etag.ts'
import { savableAnswers, type Answers } from '#domain/applications/wizard/answers.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { ApiError } from '#client/shared/lib/api.ts'
import { differencesOf, type Difference } from './differences.ts'

/** What a step may save. */
export type ApplicationPatch = Omit<BodyOf<'PUT /api/application'>, 'currentStep'>

export interface Save {
  /** The saved answers that the typing began from. */
  base: Answers
  patch: ApplicationPatch
  currentStep?: StepId
  /** Saved by itself while somebody types (docs/decisions/0030). */
  draft?: boolean
}

/** What a page that goes still holds, and the versions that may be the present one when it arrives. */
export interface LastWords {
  patch: ApplicationPatch
  seen: readonly Versioned[]
}

export type SaveOutcome =
  | { kind: 'saved'; application: Application }
  /** Somebody saved other answers meanwhile; nothing was sent that would overwrite them. */
  | { kind: 'conflict'; theirs: Application; differences: Difference[] }
  | { kind: 'failed'; error: unknown }

/** A save as people see it end: also when nothing can be changed any more, because the application was submitted. */
export type Saved = SaveOutcome | { kind: 'closed'; reason: string }

/** What a save reaches the outside by. */
export interface SavePorts {
  /** The newest application that is known here. */
  known: () => Application
  put: (
    body: ApplicationPatch & { currentStep?: StepId },
    seen: Versioned,
    draft?: boolean,
  ) => Promise<Application>
  reload: () => Promise<Application>
}

/** A second tab that saves again and again between our reading and our saving is given up on. */
const ATTEMPTS = 4

/**
 * Saves under the newest version that is known. Where that is outdated, what was saved meanwhile is fetched: if it
 * touches none of these answers the save is sent again, else it is a conflict that people decide (decisions, "Two tabs"). Nobody is
 * asked about what was known a while ago: the last words of the page before a reload may have arrived since, and hold what is typed here.
 */
export async function saveApplication(ports: SavePorts, save: Save): Promise<SaveOutcome> {
  try {
    return await attempt(ports, save, { theirs: ports.known(), isNewest: false }, ATTEMPTS)
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** What is saved, as far as it is known. */
interface Found {
  theirs: Application
  /** It was asked for just now. */
  isNewest: boolean
}

async function attempt(
  ports: SavePorts,
  save: Save,
  { theirs, isNewest }: Found,
  left: number,
): Promise<SaveOutcome> {
  const { base, patch, currentStep, draft } = save
  const again = async () => attempt(ports, save, { theirs: await ports.reload(), isNewest: true }, left - 1)
  const differences = differencesOf({ base, theirs, mine: savableAnswers(patch) })
  if (differences.length > 0) return isNewest ? { kind: 'conflict', theirs, differences } : again()
  try {
    const body = currentStep === undefined ? patch : { ...patch, currentStep }
    return { kind: 'saved', application: await ports.put(body, theirs, draft) }
  } catch (error) {
    if (left <= 1 || !isOutdated(error)) throw error
    return again()
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'version-conflict'
}
