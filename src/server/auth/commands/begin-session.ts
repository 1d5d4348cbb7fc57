import { sql } from 'drizzle-orm'
import type { Role } from '#domain/users/roles.ts'
import { appendAudit, type AuditEntry } from '#server/audit/append.ts'
import { auditRows, withAudit } from '#server/audit/with-audit.ts'
import type { Actor, Origin } from '#server/actor.ts'
import type { DatabaseConnection, Transaction } from '#server/db/database.ts'
import { namedStatement } from '#server/db/named-statement.ts'
import { knownBrowsers, sessions, users } from '#server/db/schema.ts'
import { KNOWN_FOR_MS, rememberBrowser } from '../known-browsers.ts'
import { hashToken, newToken } from '../secret-token.ts'
import { drawSession, endSession, startSession } from '../sessions.ts'

/** The browser that somebody signs in with. */
export interface Browser {
  /** The token by which it is known to whoever signed in from it before. */
  token: string | null
  /** Whose session it holds at the moment. */
  holds: Actor | null
  origin: Origin
}

/** Somebody who has just signed in. The tokens leave in cookies and are not kept. */
export interface SignedIn {
  actor: Actor
  token: string
  browserToken: string
}

interface Person {
  id: string
  username: string
  role: Role
  fullName: string | null
}

/** Begins the session of somebody who has proved who they are, in place of the one that the browser held. */
export async function beginSession(
  tx: Transaction,
  { id: userId, username, role, fullName }: Person,
  how: { browser: Browser; browserIsKnown: boolean; temporaryPasswordHash: string | null; now: Date },
): Promise<SignedIn> {
  const { browser, browserIsKnown, temporaryPasswordHash, now } = how
  const { origin } = browser
  if (browser.holds !== null) await endSession(tx, browser.holds.sessionId)
  const session = await startSession(tx, { userId, role, temporaryPasswordHash, origin, now })
  const browserToken = browser.token ?? newToken()
  if (!browserIsKnown) await rememberBrowser(tx, { userId, token: browserToken, now })
  const mustChangePassword = temporaryPasswordHash !== null
  return {
    actor: {
      userId,
      username,
      role,
      fullName,
      mustChangePassword,
      sessionId: session.id,
      sessionEndsAt: session.endsAt,
    },
    token: session.token,
    browserToken,
  }
}

/** Who signs in with their password in a browser that holds no session: nothing has to be ended or used up. */
interface PlainSignIn {
  passwordHash: string
  browser: Browser
  browserIsKnown: boolean
  now: Date
}

/** One round trip, one transaction: session, browser and audit row, if the password is still the account's. */
const signInAtOnce = namedStatement<
  | 'id'
  | 'tokenHash'
  | 'userId'
  | 'passwordHash'
  | 'now'
  | 'endsAt'
  | 'ip'
  | 'userAgent'
  | 'browserHash'
  | 'browserIsKnown'
  | 'browserExpiresAt'
  | 'auditRows'
>('sign_in', (value) =>
  withAudit(
    sql`insert into ${sessions} (id, token_hash, user_id, created_at, last_seen_at, ends_at, ip, user_agent)
      select ${value('id')}::uuid, ${value('tokenHash')}::bytea, account.id, ${value('now')}::timestamptz,
        ${value('now')}::timestamptz, ${value('endsAt')}::timestamptz, ${value('ip')}::inet, ${value('userAgent')}
      from ${users} account
      where account.id = ${value('userId')}::uuid and account.password_hash = ${value('passwordHash')}
        and account.deactivated_at is null
      for share of account
      returning user_id`,
    value('auditRows'),
    sql`remembered as (
      insert into ${knownBrowsers} (user_id, token_hash, created_at, expires_at)
      select changed.user_id, ${value('browserHash')}::bytea, ${value('now')}::timestamptz,
        ${value('browserExpiresAt')}::timestamptz
      from changed where not ${value('browserIsKnown')}::boolean
      on conflict (user_id, token_hash) do update set expires_at = excluded.expires_at
    )`,
  ),
)

/**
 * Begins the session of somebody whose password was checked, and records it, at once: most sign-ins are such.
 *
 * @returns null where the password is not the account's any more, or the account was deactivated meanwhile
 */
export async function beginPlainSession(
  database: Pick<DatabaseConnection, 'pool'>,
  { id: userId, username, role, fullName }: Person,
  { passwordHash, browser, browserIsKnown, now }: PlainSignIn,
): Promise<SignedIn | null> {
  const { origin } = browser
  const { row, token } = drawSession({ userId, role, temporaryPasswordHash: null, origin, now })
  const browserToken = browser.token ?? newToken()
  const actor = {
    userId,
    username,
    role,
    fullName,
    mustChangePassword: false,
    sessionId: row.id,
    sessionEndsAt: row.endsAt,
  }
  const recorded = await signInAtOnce.run(database, {
    ...row,
    passwordHash,
    now,
    browserHash: hashToken(browserToken),
    browserIsKnown,
    browserExpiresAt: new Date(now.getTime() + KNOWN_FOR_MS),
    auditRows: auditRows([signInEntry(actor, { origin, now })]),
  })
  return recorded === 0 ? null : { actor, token, browserToken }
}

function signInEntry(
  actor: Actor,
  { origin, now }: { origin: Origin; now: Date },
): AuditEntry<'session.signed-in'> {
  return {
    action: 'session.signed-in',
    details: { temporaryPassword: actor.mustChangePassword },
    actor,
    objectId: actor.userId,
    ip: origin.ip,
    at: now,
  }
}

/** Records that somebody signed in. */
export async function recordSignIn(
  tx: Transaction,
  actor: Actor,
  { origin, now }: { origin: Origin; now: Date },
): Promise<void> {
  await appendAudit(tx, signInEntry(actor, { origin, now }))
}
