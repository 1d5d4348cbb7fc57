import { record } from '#server/shared/audit/record.ts'
import { inTransaction, type Act } from '#server/shared/work.ts'
import { endSession } from '../sessions.ts'

/** Ends a session. */
export async function signOut(act: Act): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    await endSession(tx, actor.sessionId)
    await record(work, 'session.signed-out', actor.userId, {})
  })
}
