import { answerNames, type Answers } from '#domain/applications/wizard/answers.ts'
import type { ConfirmationName } from '#domain/applications/wizard/confirmations.ts'
import { sameAnswer } from '#domain/applications/wizard/same-answer.ts'
import { ApiError } from '#client/shared/lib/api.ts'
import type { ApplicationPatch, SavePorts } from '../saving/save-application.ts'

/** A statement that was ticked or unticked, and the answers that stood on the screen then. */
export interface Tick {
  name: ConfirmationName
  ticked: boolean
  seen: Answers
}

/** Whether it was saved. `changed`: other answers were saved meanwhile, so that it would confirm what nobody here has seen. */
export type TickOutcome = 'saved' | 'changed' | 'failed'

const ATTEMPTS = 4

/**
 * Saves one tick under the newest version that is known. That information is accurate can only be said of what one
 * has seen: where the answers are other ones by now, nothing is sent.
 */
export async function saveTick(ports: SavePorts, { name, ticked, seen }: Tick): Promise<TickOutcome> {
  const isSeen = (known: Answers) => name !== 'accurate' || !ticked || sameAnswers(known, seen)
  return saveUnderNewest(ports, { confirmations: { [name]: ticked } }, isSeen)
}

/** Saves something that no other answer depends on, whatever was saved meanwhile, unless that forbids it. */
export async function saveUnderNewest(
  ports: SavePorts,
  patch: ApplicationPatch,
  may: (known: Answers) => boolean = () => true,
): Promise<TickOutcome> {
  try {
    return await attempt(ports, patch, may, ATTEMPTS)
  } catch {
    return 'failed'
  }
}

async function attempt(
  ports: SavePorts,
  patch: ApplicationPatch,
  may: (known: Answers) => boolean,
  left: number,
): Promise<TickOutcome> {
  const known = ports.known()
  if (!may(known)) return 'changed'
  try {
    await ports.put(patch, known)
    return 'saved'
  } catch (error) {
    if (left <= 1 || !isOutdated(error)) throw error
    await ports.reload()
    return attempt(ports, patch, may, left - 1)
  }
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'version-conflict'
}

function sameAnswers(one: Answers, other: Answers): boolean {
  return answerNames.every((name) => sameAnswer(one[name], other[name]))
}
