import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { endSession } from '../sessions.ts'

/**
 * Ends a session.
 *
 * @returns the identity at a provider that began it; null for another session
 */
export async function signOut(act: CommandContext): Promise<string | null> {
  return inTransaction(act, async (work) => {
    const { tx, actor } = work
    const identityId = await endSession(tx, actor.sessionId)
    await record(work, 'session.signed-out', actor.userId, {})
    return identityId
  })
}
