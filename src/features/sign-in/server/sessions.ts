import { encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { SecondFactorState } from '#features/access/rules/second-factor.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import type { Actor, Origin } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import type { Presented } from '#features/access/server/http/route.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { prepareOnce } from '#base/server/db/prepare-once.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import { standIns } from '#features/access/schema/stand-in-schema.ts'
import { hashToken, newToken } from '#base/server/encryption/secret-token.ts'
import type { Keyring } from '#base/server/encryption/keyring.ts'
import { type RefreshToken } from './refresh-tokens.ts'
import { SECOND_FACTOR_WAITS_MS, SEEN_PRECISION_MS } from './session-limits.ts'

/** Longer values add no information, and come from no browser. */
const USER_AGENT_LENGTH = 300

/** A manager whom the user covers, and the last day. */
interface NamedStandIn {
  managerId: string
  until: string
}

/** The user columns that every session query selects first. */
export const sessionColumns = {
  sessionId: sessions.id,
  userId: users.id,
  username: users.username,
  role: users.role,
  fullName: users.fullName,
  accountCreatedAt: users.createdAt,
  invited: users.invited,
  complianceSince: users.complianceSince,
  standIns: sql<NamedStandIn[]>`(
    select coalesce(json_agg(json_build_object('managerId', manager_id, 'until', until)), '[]')
    from ${standIns} where stand_in_id = ${users.id} and ended_at is null)`,
  temporaryPasswordHash: sessions.temporaryPasswordHash,
  secondFactor: sessions.secondFactor,
  lastSeenAt: sessions.lastSeenAt,
  sessionEndsAt: sessions.endsAt,
}

/** Restricts sessions and users to the token's, while the user is active. */
export const isOfToken = and(
  eq(sessions.tokenHash, sql.placeholder('tokenHash')),
  isNull(users.deactivatedAt),
)

/** The second factor of a session; null where its sign-in needed none. */
export type SessionSecondFactor = (typeof sessions.$inferSelect)['secondFactor']

interface SessionRow extends Omit<
  Actor,
  'mustChangePassword' | 'mustConfirmAddress' | 'secondFactor' | 'compliance' | 'standsInFor' | 'checkedAt'
> {
  invited: boolean
  complianceSince: Date | null
  standIns: NamedStandIn[]
  temporaryPasswordHash: string | null
  secondFactor: SessionSecondFactor
  lastSeenAt: Date
}

/** What is needed to find a session's user and requirements. */
export interface SessionContext extends Pick<Context, 'database'> {
  settings: Pick<Context['settings'], 'secondFactorRoles' | 'sessionLimits'>
}

/** A query that finds a session by its token, and may select more in the same round trip. */
type SessionStatement<Row extends SessionRow> = (db: Database) => {
  execute: (values: { tokenHash: Buffer }) => Promise<Row[]>
}

/** A signed-in user, with the row of the session query. */
export interface Authenticated<Row> {
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

/** The user of a session token; null as for {@link authenticate}. */
export async function findActor(
  context: SessionContext,
  token: string,
  at: Presented,
): Promise<Actor | null> {
  return (await authenticate(context, findByToken, token, at))?.actor ?? null
}

/**
 * The user of a session token, with the columns that the query selected; null for an unknown token, an expired session
 * (decisions, "Session"), and a deactivated user.
 */
export async function authenticate<Row extends SessionRow>(
  { database, settings }: SessionContext,
  statement: SessionStatement<Row>,
  token: string,
  { now, isUse }: Presented,
): Promise<Authenticated<Row> | null> {
  const tokenHash = hashToken(token)
  const [row] = await statement(database.db).execute({ tokenHash })
  if (row === undefined) return null
  const { sessionId, userId, username, role, fullName, accountCreatedAt, sessionEndsAt } = row
  const idleMs = now.getTime() - row.lastSeenAt.getTime()
  if (now >= sessionEndsAt || idleMs >= settings.sessionLimits[role].idleMs) return null
  if (isUse && idleMs >= SEEN_PRECISION_MS) await noteSeen(database, sessionId, now)
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
      compliance: row.complianceSince !== null,
      standsInFor: role === 'wealth_manager' ? managersOn(dayOf(now), row.standIns) : [],
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

function managersOn(day: string, named: readonly NamedStandIn[]): string[] {
  return named.flatMap(({ managerId, until }) => (until >= day ? [managerId] : []))
}

/** The state of a session's second factor, given its stored value and the roles that need one. */
export function secondFactorState(
  { secondFactorRoles }: Pick<Context['settings'], 'secondFactorRoles'>,
  role: Role,
  stored: SessionSecondFactor,
): SecondFactorState {
  return stored ?? (secondFactorRoles.includes(role) ? 'to-set-up' : 'not-needed')
}

/**
 * Recorded once for simultaneous requests, over the connection with asynchronous commit: reads still work while the
 * database is read-only, and a crash of the database loses half a second of it.
 */
async function noteSeen({ unsynced }: Context['database'], sessionId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SEEN_PRECISION_MS)
  await unsynced.query({
    name: 'note_session_seen',
    text: 'update sessions set last_seen_at = $2 where id = $1 and last_seen_at <= $3',
    values: [sessionId, now, before],
  })
}

/** The sign-in at a provider that began a session. */
export interface SsoSignIn {
  identityId: string
  /** The provider's name. */
  provider: string
  /** When the provider authenticated the user. */
  provedAt: Date | null
  /** Null where the provider is not asked again. */
  refresh: RefreshToken | null
}

/** A session to be created. */
export interface SessionToBegin {
  userId: string
  /** Duration in total, in milliseconds. */
  absoluteMs: number
  /** Set where a temporary password was used: such a session can only choose a new password. */
  temporaryPasswordHash: string | null
  secondFactor: SessionSecondFactor
  /** A sign-in at a provider; null for others. */
  sso?: SsoSignIn | null
  /** Set for a sign-in with a passkey. */
  by?: 'passkey' | undefined
  /** Required with a refresh token. */
  keyring?: Keyring
  origin: Origin
  now: Date
}

/** The row of a new session, with its token. */
export function newSession(begin: SessionToBegin) {
  const { userId, absoluteMs, temporaryPasswordHash, secondFactor, sso, by, keyring, origin, now } = begin
  const id = newId()
  const refresh = sso?.refresh ?? null
  const lastsMs = secondFactor === 'due' ? SECOND_FACTOR_WAITS_MS : absoluteMs
  const token = newToken()
  const row = {
    id,
    tokenHash: hashToken(token),
    userId,
    temporaryPasswordHash,
    secondFactor,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + lastsMs),
    ip: origin.ip,
    userAgent: origin.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    signedInBy: sso ? ('sso' as const) : (by ?? null),
    identityId: sso?.identityId ?? null,
    provedAt: sso?.provedAt ?? null,
    refreshToken:
      refresh === null || keyring === undefined
        ? null
        : encrypt(keyring, sessions.refreshToken, id, refresh.token),
    checkAt: refresh?.checkAt ?? null,
  }
  return { row, token }
}

/** The hash of the temporary password that began a session; null for another session, or an ended one. */
export async function temporaryPasswordHashOf(db: Database, sessionId: string): Promise<string | null> {
  const [session] = await db
    .select({ hash: sessions.temporaryPasswordHash })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.hash ?? null
}

/**
 * Ends a session; idempotent.
 *
 * @returns the identity at a provider that began it; null for another session, or an ended one
 */
export async function endSession(tx: Database | Transaction, sessionId: string): Promise<string | null> {
  const [ended] = await tx
    .delete(sessions)
    .where(eq(sessions.id, sessionId))
    .returning({ identityId: sessions.identityId })
  return ended?.identityId ?? null
}

/**
 * Ends all sessions of a user except the named one, after a change of password, role or status. Requires the account's
 * lock, so that none begins meanwhile.
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

/** Ends the sessions that began with a temporary password which was replaced. */
export async function endSessionsToChoosePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isNotNull(sessions.temporaryPasswordHash)))
}
