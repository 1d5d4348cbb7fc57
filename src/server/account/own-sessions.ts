import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Acting, Actor } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import { lockOwnAccount } from '#server/auth/locked-account.ts'
import { sessionLimits } from '#server/auth/session-limits.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { sessions } from '#server/db/schema.ts'
import { notFound } from '#server/refusal.ts'

/** A session as its owner's list reads it. */
export type OwnSessionRow = Pick<
  typeof sessions.$inferSelect,
  'id' | 'userAgent' | 'ip' | 'createdAt' | 'lastSeenAt'
>

/** The sessions in which somebody can do something: not those that have ended by themselves, or wait for a code. */
function openSessionsOf({ userId, role }: Actor, now: Date) {
  const idleSince = new Date(now.getTime() - sessionLimits[role].idleMs)
  return and(
    eq(sessions.userId, userId),
    gt(sessions.endsAt, now),
    gt(sessions.lastSeenAt, idleSince),
    or(isNull(sessions.secondFactor), ne(sessions.secondFactor, 'due')),
  )
}

/** Somebody's own sessions, the latest seen first. */
export async function listOwnSessions(
  { database: { db } }: Pick<Context, 'database'>,
  actor: Actor,
  now: Date,
): Promise<OwnSessionRow[]> {
  const { id, userAgent, ip, createdAt, lastSeenAt } = sessions
  return db
    .select({ id, userAgent, ip, createdAt, lastSeenAt })
    .from(sessions)
    .where(openSessionsOf(actor, now))
    .orderBy(desc(lastSeenAt), desc(id))
}

/**
 * Ends one of somebody's own sessions.
 *
 * @throws Refusal not-found for one that has ended, and for somebody else's
 */
export async function endOwnSession(
  { database: { db } }: Context,
  acting: Acting,
  id: string,
): Promise<void> {
  const { userId } = acting.actor
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, acting.actor)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw notFound()
    await record(tx, acting, { which: 'one', sessions: 1 })
  })
}

/** Ends all of somebody's own sessions but the one that asks. Where there are none, nothing is recorded. */
export async function endOtherOwnSessions({ database: { db } }: Context, acting: Acting): Promise<void> {
  const { userId, sessionId } = acting.actor
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, acting.actor)
    const ended = await endOtherSessions(tx, userId, sessionId)
    if (ended > 0) await record(tx, acting, { which: 'others', sessions: ended })
  })
}

async function record(
  tx: Transaction,
  { actor, origin, now }: Acting,
  details: { which: 'one' | 'others'; sessions: number },
): Promise<void> {
  await appendAudit(tx, {
    action: 'session.ended',
    details,
    actor,
    objectId: actor.userId,
    ip: origin.ip,
    at: now,
  })
}
