import type { Actor, Origin } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import { endSession } from '../sessions.ts'

/** Ends a session. */
export async function signOut(
  context: Context,
  { actor, origin, now }: { actor: Actor; origin: Origin; now: Date },
): Promise<void> {
  await context.database.db.transaction(async (tx) => {
    await endSession(tx, actor.sessionId)
    await appendAudit(tx, {
      action: 'session.signed-out',
      details: {},
      actor,
      objectId: actor.userId,
      ip: origin.ip,
      at: now,
    })
  })
}
