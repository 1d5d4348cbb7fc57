import type { Application } from '#domain/api/application.ts'
import { savableAnswers, type Answers } from '#domain/applications/wizard/answers.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { ApiError } from '#client/lib/api.ts'
import { differencesOf, type Difference } from './differences.ts'
import type { ApplicationPatch } from './step-props.ts'

export interface Save {
  /** The saved answers that the typing began from. */
  base: Answers
  patch: ApplicationPatch
  currentStep?: StepId
}

export type SaveOutcome =
  | { kind: 'saved'; application: Application }
  /** Somebody saved other answers meanwhile; nothing was sent that would overwrite them. */
  | { kind: 'conflict'; theirs: Application; differences: Difference[] }
  | { kind: 'failed'; error: unknown }

/** What a save reaches the outside by. */
export interface SavePorts {
  /** The newest application that is known here. */
  known: () => Application
  put: (body: ApplicationPatch & { currentStep?: StepId }, ifMatch: number) => Promise<Application>
  reload: () => Promise<Application>
}

/** A second tab that saves again and again between our reading and our saving is given up on. */
const ATTEMPTS = 4

/**
 * Saves under the newest version that is known. Where that is outdated, what was saved meanwhile is fetched: if it
 * touches none of these answers the save is sent again, else it is a conflict that people decide (decisions, "Two tabs").
 */
export async function saveApplication(ports: SavePorts, save: Save): Promise<SaveOutcome> {
  try {
    return await attempt(ports, save, ports.known(), ATTEMPTS)
  } catch (error) {
    return { kind: 'failed', error }
  }
}

async function attempt(
  ports: SavePorts,
  save: Save,
  theirs: Application,
  left: number,
): Promise<SaveOutcome> {
  const { base, patch, currentStep } = save
  const differences = differencesOf({ base, theirs, mine: savableAnswers(patch) })
  if (differences.length > 0) return { kind: 'conflict', theirs, differences }
  try {
    const body = currentStep === undefined ? patch : { ...patch, currentStep }
    return { kind: 'saved', application: await ports.put(body, theirs.version) }
  } catch (error) {
    if (left <= 1 || !isOutdated(error)) throw error
    return attempt(ports, save, await ports.reload(), left - 1)
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'version-conflict'
}
