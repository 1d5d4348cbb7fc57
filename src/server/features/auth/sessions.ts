import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { SecondFactorState } from '#domain/auth/second-factor.ts'
import { isStaff, type Role } from '#domain/users/roles.ts'
import type { Actor, Origin } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/db/id.ts'
import { prepareOnce } from '#server/platform/db/prepare-once.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { hashToken, newToken } from '#server/platform/encryption/secret-token.ts'
import { SECOND_FACTOR_WAITS_MS, SEEN_PRECISION_MS, sessionLimits } from './session-limits.ts'

/** Longer ones tell nobody anything more, and come from no browser. */
const USER_AGENT_LENGTH = 300

/** What tells who a session belongs to: the columns that every statement begins with that reads along with a session. */
export const sessionColumns = {
  sessionId: sessions.id,
  userId: users.id,
  username: users.username,
  role: users.role,
  fullName: users.fullName,
  accountCreatedAt: users.createdAt,
  invited: users.invited,
  temporaryPasswordHash: sessions.temporaryPasswordHash,
  secondFactor: sessions.secondFactor,
  lastSeenAt: sessions.lastSeenAt,
  sessionEndsAt: sessions.endsAt,
}

/** Which row of sessions and users: the token's, as long as the user is active. */
export const isOfToken = and(
  eq(sessions.tokenHash, sql.placeholder('tokenHash')),
  isNull(users.deactivatedAt),
)

/** What a session keeps of the second factor; null where its sign-in asked for none. */
export type SessionSecondFactor = (typeof sessions.$inferSelect)['secondFactor']

interface SessionRow extends Omit<
  Actor,
  'mustChangePassword' | 'mustConfirmAddress' | 'secondFactor' | 'checkedAt'
> {
  invited: boolean
  temporaryPasswordHash: string | null
  secondFactor: SessionSecondFactor
  lastSeenAt: Date
}

/** What it takes to tell who a session belongs to, and what is asked of them. */
export interface SessionContext extends Pick<Context, 'database'> {
  settings: Pick<Context['settings'], 'requireSecondFactor'>
}

/** A statement that finds a session by its token, and may read more in the same round trip. */
type SessionStatement<Row extends SessionRow> = (db: Database) => {
  execute: (values: { tokenHash: Buffer }) => Promise<Row[]>
}

/** Somebody who is signed in, with the whole row that their session's statement read. */
export interface Arrived<Row> {
  actor: Actor
  row: Row
}

const findByToken = prepareOnce((db) =>
  db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isOfToken)
    .prepare('find_actor'),
)

/** Who a session's token belongs to; null as {@link findArrived} answers it. */
export async function findActor(context: SessionContext, token: string, now: Date): Promise<Actor | null> {
  return (await findArrived(context, findByToken, token, now))?.actor ?? null
}

/**
 * Who a session's token belongs to, with what the statement read along; null for a token that is unknown, a session
 * that has ended by itself (decisions, "Session"), and a user who is deactivated.
 */
export async function findArrived<Row extends SessionRow>(
  { database, settings }: SessionContext,
  statement: SessionStatement<Row>,
  token: string,
  now: Date,
): Promise<Arrived<Row> | null> {
  const tokenHash = hashToken(token)
  const [row] = await statement(database.db).execute({ tokenHash })
  if (row === undefined) return null
  const { sessionId, userId, username, role, fullName, accountCreatedAt, sessionEndsAt } = row
  const idleMs = now.getTime() - row.lastSeenAt.getTime()
  if (now >= sessionEndsAt || idleMs >= sessionLimits[role].idleMs) return null
  if (idleMs >= SEEN_PRECISION_MS) await noteSeen(database, sessionId, now)
  const mustChangePassword = row.temporaryPasswordHash !== null
  // An invited user who has chosen no password yet confirms the address by choosing one.
  const mustConfirmAddress = row.invited && !mustChangePassword
  const secondFactor = secondFactorState(settings, role, row.secondFactor)
  return {
    actor: {
      sessionId,
      userId,
      username,
      role,
      fullName,
      accountCreatedAt,
      sessionEndsAt,
      mustChangePassword,
      mustConfirmAddress,
      secondFactor,
      checkedAt: performance.now(),
    },
    row,
  }
}

/** Where a session stands with the second factor: what it keeps of it, and what this deployment asks of staff. */
export function secondFactorState(
  { requireSecondFactor }: SessionContext['settings'],
  role: Role,
  kept: SessionSecondFactor,
): SecondFactorState {
  return kept ?? (requireSecondFactor && isStaff(role) ? 'to-set-up' : 'not-needed')
}

/**
 * Requests that come at once note it once, over the connection whose commits wait for nobody: reading goes on while
 * nothing can be kept, and a crash of the database costs a session half a second.
 */
async function noteSeen({ unsynced }: Context['database'], sessionId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SEEN_PRECISION_MS)
  await unsynced.query({
    name: 'note_session_seen',
    text: 'update sessions set last_seen_at = $2 where id = $1 and last_seen_at <= $3',
    values: [sessionId, now, before],
  })
}

/** Who a session is begun for, and how. */
export interface SessionToBegin {
  userId: string
  role: Role
  /** Set where a temporary password was used: nothing else can be done then but choose a new one. */
  temporaryPasswordHash: string | null
  secondFactor: SessionSecondFactor
  origin: Origin
  now: Date
}

/** The row of a session that begins, with the token that it is known by. */
export function drawSession(begin: SessionToBegin) {
  const { userId, role, temporaryPasswordHash, secondFactor, origin, now } = begin
  const lastsMs = secondFactor === 'due' ? SECOND_FACTOR_WAITS_MS : sessionLimits[role].absoluteMs
  const token = newToken()
  const row = {
    id: newId(),
    tokenHash: hashToken(token),
    userId,
    temporaryPasswordHash,
    secondFactor,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + lastsMs),
    ip: origin.ip,
    userAgent: origin.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
  }
  return { row, token }
}

/** The temporary password that a session began with; null where it began otherwise, or has ended. */
export async function temporaryPasswordHashOf(db: Database, sessionId: string): Promise<string | null> {
  const [session] = await db
    .select({ hash: sessions.temporaryPasswordHash })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.hash ?? null
}

/** Ends a session; one that has ended already stays so. */
export async function endSession(tx: Database | Transaction, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, sessionId))
}

/**
 * Ends the sessions of a user on all devices, but for the one named: after a change of password, role or status. Behind
 * the account's lock: none begins meanwhile.
 *
 * @returns how many ended
 */
export async function endOtherSessions(
  tx: Database | Transaction,
  userId: string,
  exceptSessionId: string | null,
): Promise<number> {
  const others = exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId)
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id })
  return ended.length
}

/** Ends the sessions in which a user was to choose a password: the temporary one that began them was replaced. */
export async function endSessionsToChoosePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isNotNull(sessions.temporaryPasswordHash)))
}
