import type { SignableName } from '#features/signing/rules/signables.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { signableOf, type SignableState } from './queries.ts'
import { changedMeanwhile, notOpened } from './ready.ts'
import { reportPaperOnly } from './unsignable.ts'

/**
 * Records that a document is on the client's screen, once for each version and session: without it, it cannot be signed
 * there. For one that the client's browser cannot draw, its manager and the administrators are notified.
 *
 * @throws DomainError conflict for another version than the current one, and for one that was not opened
 */
export async function recordDisplayed(
  act: CommandContext,
  kind: SignableName,
  { sha256, drawn }: { sha256: string; drawn: boolean },
): Promise<SignableState> {
  const { context, actor, now } = act
  const state = await signableOf(context, kind, actor, now)
  const { document, openedAt, displayedAt, applicationId } = state
  if (document?.sha256 !== sha256) throw changedMeanwhile()
  if (openedAt === null) throw notOpened()
  if (!drawn) {
    await reportPaperOnly(act, state, 'undrawn')
    return state
  }
  if (displayedAt !== null) return state
  const details = { documentId: document.id, sha256, sessionId: actor.sessionId }
  await inTransaction(act, (work) => record(work, 'fais-letter.displayed', applicationId, details))
  return { ...state, displayedAt: now }
}
