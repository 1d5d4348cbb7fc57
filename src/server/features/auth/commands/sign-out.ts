import { record } from '#server/shared/audit/record.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'
import { endSession } from '../sessions.ts'

/** Ends a session. */
export async function signOut(act: CommandContext): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    await endSession(tx, actor.sessionId)
    await record(work, 'session.signed-out', actor.userId, {})
  })
}
