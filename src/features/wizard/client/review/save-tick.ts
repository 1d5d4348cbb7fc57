import { answerNames, type Answers } from '#features/applications/rules/wizard/answers.ts'
import type { ConfirmationName } from '#features/applications/rules/wizard/confirmations.ts'
import { sameAnswer } from '#features/applications/rules/wizard/same-answer.ts'
import type { ApplicationApi, ApplicationPatch } from '../saving/application-api.ts'
import { hasCode } from '../saving/save-application.ts'

type Api = Pick<ApplicationApi, 'known' | 'put' | 'reload'>

/** A changed statement, and the answers that the screen showed then. */
export interface Tick {
  name: ConfirmationName
  ticked: boolean
  seen: Answers
}

/** Whether it was saved. `changed`: other answers were saved meanwhile, which the client has not seen here. */
export type TickOutcome = 'saved' | 'changed' | 'failed'

const ATTEMPTS = 4

/**
 * Saves one tick under the newest known version. Accuracy can only be confirmed for answers on screen: if the answers
 * have changed, nothing is sent.
 */
export async function saveTick(api: Api, { name, ticked, seen }: Tick): Promise<TickOutcome> {
  const isSeen = (known: Answers) => name !== 'accurate' || !ticked || sameAnswers(known, seen)
  return saveUnderNewest(api, { confirmations: { [name]: ticked } }, isSeen)
}

/** Saves independent values under any version, unless the application can no longer be changed. */
export async function saveUnderNewest(
  api: Api,
  patch: ApplicationPatch,
  may: (known: Answers) => boolean = () => true,
): Promise<TickOutcome> {
  try {
    return await attempt(api, patch, may, ATTEMPTS)
  } catch {
    return 'failed'
  }
}

async function attempt(
  api: Api,
  patch: ApplicationPatch,
  may: (known: Answers) => boolean,
  left: number,
): Promise<TickOutcome> {
  const known = api.known()
  if (!may(known)) return 'changed'
  try {
    await api.put(patch, known)
    return 'saved'
  } catch (error) {
    if (left <= 1 || !hasCode(error, 'version-conflict')) throw error
    await api.reload()
    return attempt(api, patch, may, left - 1)
  }
}

function sameAnswers(one: Answers, other: Answers): boolean {
  return answerNames.every((name) => sameAnswer(one[name], other[name]))
}
