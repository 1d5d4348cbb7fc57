import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Actor } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { endOtherSessions } from '#features/sign-in/server/sessions.ts'
import type { Context } from '#base/server/context.ts'
import { sessions } from '#features/access/schema/tables.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { notFound } from '#base/server/domain-error.ts'

/** A session in its owner's list. */
export type OwnSessionRow = Pick<
  typeof sessions.$inferSelect,
  'id' | 'userAgent' | 'ip' | 'createdAt' | 'lastSeenAt'
>

/** The user's active sessions, without expired ones and pending sign-ins. */
function openSessionsOf({ sessionLimits }: Context['settings'], { userId, role }: Actor, now: Date) {
  const idleSince = new Date(now.getTime() - sessionLimits[role].idleMs)
  return and(
    eq(sessions.userId, userId),
    gt(sessions.endsAt, now),
    gt(sessions.lastSeenAt, idleSince),
    or(isNull(sessions.secondFactor), ne(sessions.secondFactor, 'due')),
  )
}

/** A user's own sessions, the most recently used first. */
export async function listOwnSessions(
  { database: { db }, settings }: Pick<Context, 'database' | 'settings'>,
  actor: Actor,
  now: Date,
): Promise<OwnSessionRow[]> {
  const { id, userAgent, ip, createdAt, lastSeenAt } = sessions
  return db
    .select({ id, userAgent, ip, createdAt, lastSeenAt })
    .from(sessions)
    .where(openSessionsOf(settings, actor, now))
    .orderBy(desc(lastSeenAt), desc(id))
}

/**
 * Ends one of a user's own sessions.
 *
 * @throws DomainError not-found for one that has ended, and for another user's
 */
export async function endOwnSession(act: CommandContext, id: string): Promise<void> {
  const { userId } = act.actor
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    await lockOwnAccount(tx, actor)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw notFound()
    await record(work, 'session.ended', userId, { which: 'one', sessions: 1 })
  })
}

/** Ends all other sessions of the user. Without any, nothing is recorded. */
export async function endOtherOwnSessions(act: CommandContext): Promise<void> {
  const { userId, sessionId } = act.actor
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    await lockOwnAccount(tx, actor)
    const ended = await endOtherSessions(tx, userId, sessionId)
    if (ended > 0) await record(work, 'session.ended', userId, { which: 'others', sessions: ended })
  })
}
