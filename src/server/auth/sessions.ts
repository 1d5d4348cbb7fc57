import { and, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Role } from '#domain/users/roles.ts'
import type { Actor, Origin } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { prepareOnce } from '#server/db/prepare-once.ts'
import { sessions, users } from '#server/db/schema.ts'
import { hashToken, newToken } from './secret-token.ts'
import { SEEN_PRECISION_MS, sessionLimits } from './session-limits.ts'

/** Longer ones tell nobody anything more, and come from no browser. */
const USER_AGENT_LENGTH = 300

/** A session that has just begun. The token leaves in a cookie and is not kept. */
export interface StartedSession {
  id: string
  token: string
  endsAt: Date
}

/** One statement for every request of somebody signed in. */
const findByToken = prepareOnce((db) =>
  db
    .select({
      sessionId: sessions.id,
      userId: users.id,
      username: users.username,
      role: users.role,
      fullName: users.fullName,
      temporaryPasswordHash: sessions.temporaryPasswordHash,
      lastSeenAt: sessions.lastSeenAt,
      sessionEndsAt: sessions.endsAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isNull(users.deactivatedAt)))
    .prepare('find_actor'),
)

/**
 * Who a session's token belongs to; null for a token that is unknown, a session that has ended by itself (decisions,
 * "Session"), and a user who is deactivated.
 */
export async function findActor(context: Context, token: string, now: Date): Promise<Actor | null> {
  const { db } = context.database
  const [found] = await findByToken(db).execute({ tokenHash: hashToken(token) })
  if (found === undefined) return null
  const { lastSeenAt, temporaryPasswordHash, ...actor } = found
  const idleMs = now.getTime() - lastSeenAt.getTime()
  if (now >= actor.sessionEndsAt || idleMs >= sessionLimits[actor.role].idleMs) return null
  if (idleMs >= SEEN_PRECISION_MS) await noteSeen(db, actor.sessionId, now)
  return { ...actor, mustChangePassword: temporaryPasswordHash !== null }
}

/** Requests that come at once note it once. */
async function noteSeen(db: Database, sessionId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SEEN_PRECISION_MS)
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), lte(sessions.lastSeenAt, before)))
}

/** Begins a session, in the transaction of the sign-in. */
export async function startSession(
  tx: Transaction,
  begin: {
    userId: string
    role: Role
    /** Set where a temporary password was used: nothing else can be done then but choose a new one. */
    temporaryPasswordHash: string | null
    origin: Origin
    now: Date
  },
): Promise<StartedSession> {
  const { userId, role, temporaryPasswordHash, origin, now } = begin
  const id = newId()
  const token = newToken()
  const endsAt = new Date(now.getTime() + sessionLimits[role].absoluteMs)
  await tx.insert(sessions).values({
    id,
    tokenHash: hashToken(token),
    userId,
    temporaryPasswordHash,
    createdAt: now,
    lastSeenAt: now,
    endsAt,
    ip: origin.ip,
    userAgent: origin.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
  })
  return { id, token, endsAt }
}

/** The temporary password that a session began with; null where it began otherwise, or has ended. */
export async function temporaryPasswordHashOf(
  tx: Database | Transaction,
  sessionId: string,
): Promise<string | null> {
  const [session] = await tx
    .select({ hash: sessions.temporaryPasswordHash })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('update')
  return session?.hash ?? null
}

/** Ends a session; one that has ended already stays so. */
export async function endSession(tx: Database | Transaction, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, sessionId))
}

/** Ends the sessions of a user on all devices, but for the one named: after a change of password, role or status. */
export async function endOtherSessions(
  tx: Database | Transaction,
  userId: string,
  exceptSessionId: string | null,
): Promise<void> {
  const others = exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
}
