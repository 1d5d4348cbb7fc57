import { sql } from 'drizzle-orm'
import type { AuditDetails } from '#domain/audit/events.ts'
import { entryOf, record } from '#server/audit/record.ts'
import { auditRows, withAudit } from '#server/audit/with-audit.ts'
import type { Actor } from '#server/actor.ts'
import { namedStatement } from '#server/db/named-statement.ts'
import { knownBrowsers, sessions, users } from '#server/db/schema.ts'
import { signedOut } from '#server/permission.ts'
import type { Act, Work } from '#server/work.ts'
import { KNOWN_FOR_MS, rememberBrowser } from '../known-browsers.ts'
import { lockAccount, type LockedAccount } from '../locked-account.ts'
import { SESSIONS_PER_USER } from '../session-limits.ts'
import { hashToken, newToken } from '#server/encryption/secret-token.ts'
import {
  drawSession,
  endSession,
  secondFactorState,
  startSession,
  type SessionContext,
  type SessionSecondFactor,
} from '../sessions.ts'

/** Somebody signs in, in a browser that holds the session of the actor, or none. */
export type SigningIn = Act<Actor | null>

/** The token by which a browser is known to whoever signed in from it before; null for one that has none. */
export type BrowserToken = string | null

/** Somebody who has just signed in. The tokens leave in cookies and are not kept. */
export interface SignedIn {
  actor: Actor
  token: string
  browserToken: string
}

type Person = Pick<LockedAccount, 'id' | 'username' | 'role' | 'fullName' | 'invited'>

/** How a session begins. */
interface Beginning {
  userId: string
  browserToken: BrowserToken
  browserIsKnown: boolean
  temporaryPasswordHash: string | null
  /** Whether the code of the second factor was given. */
  codeGiven: boolean
}

/**
 * Begins the session of somebody who has proved who they are, in place of the one that the browser held. Whose role it
 * has, and whether it waits for a second factor, is read from the account behind its lock, and from nowhere else.
 *
 * @throws Refusal signed-out (401) where the account was deactivated meanwhile
 */
export async function beginSession(
  { tx, context: { settings }, actor: before, origin, now }: Work<Actor | null, 'settings'>,
  { userId, browserToken: brought, browserIsKnown, temporaryPasswordHash, codeGiven }: Beginning,
): Promise<SignedIn> {
  const person = await lockAccount(tx, userId, 'share')
  if (person === null) throw signedOut()
  const { role } = person
  const secondFactor = secondFactorOf(person, codeGiven)
  if (before !== null) await endSession(tx, before.sessionId)
  const session = await startSession(tx, { userId, role, temporaryPasswordHash, secondFactor, origin, now })
  const browserToken = tokenOf(brought, browserIsKnown)
  if (!isRemembered(browserIsKnown, secondFactor)) {
    await rememberBrowser(tx, { userId, token: browserToken, now })
  }
  const actor = actorOf(settings, person, {
    ...session,
    mustChangePassword: temporaryPasswordHash !== null,
    secondFactor,
  })
  return { actor, token: session.token, browserToken }
}

function secondFactorOf(
  { secondFactorSince }: Pick<LockedAccount, 'secondFactorSince'>,
  codeGiven: boolean,
): SessionSecondFactor {
  if (secondFactorSince === null) return null
  return codeGiven ? 'given' : 'due'
}

/** A browser that becomes known gets a token of its own: the one that it brought may have been planted. */
function tokenOf(token: BrowserToken, browserIsKnown: boolean): string {
  return browserIsKnown && token !== null ? token : newToken()
}

/** Who has no more than the password does not become known: a known browser has tries of its own. */
function isRemembered(browserIsKnown: boolean, secondFactor: SessionSecondFactor): boolean {
  return browserIsKnown || secondFactor === 'due'
}

function actorOf(
  settings: SessionContext['settings'],
  { id: userId, username, role, fullName, invited: mustConfirmAddress }: Person,
  session: { id: string; endsAt: Date; mustChangePassword: boolean; secondFactor: SessionSecondFactor },
): Actor {
  const { id: sessionId, endsAt: sessionEndsAt, mustChangePassword } = session
  const secondFactor = secondFactorState(settings, role, session.secondFactor)
  return {
    userId,
    username,
    role,
    fullName,
    mustChangePassword,
    mustConfirmAddress,
    secondFactor,
    sessionId,
    sessionEndsAt,
  }
}

/** Who signs in with their password in a browser that holds no session: nothing has to be ended or used up. */
interface PlainSignIn extends Pick<Beginning, 'browserToken' | 'browserIsKnown'> {
  passwordHash: string
}

/** One round trip, one transaction: session, browser and audit row, if the account is still as it was looked up. */
const signInAtOnce = namedStatement<
  | 'id'
  | 'tokenHash'
  | 'userId'
  | 'role'
  | 'passwordHash'
  | 'secondFactor'
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
    sql`insert into ${sessions} (id, token_hash, user_id, second_factor, created_at, last_seen_at, ends_at, ip, user_agent)
      select ${value('id')}::uuid, ${value('tokenHash')}::bytea, account.id, ${value('secondFactor')}::text,
        ${value('now')}::timestamptz, ${value('now')}::timestamptz, ${value('endsAt')}::timestamptz, ${value('ip')}::inet, ${value('userAgent')}
      from ${users} account
      where account.id = ${value('userId')}::uuid and account.password_hash = ${value('passwordHash')}
        and account.deactivated_at is null and account.role = ${value('role')}
        and (account.second_factor_since is not null) = (${value('secondFactor')}::text is not null)
      for share of account
      returning user_id`,
    value('auditRows'),
    {
      also: sql`remembered as (
        insert into ${knownBrowsers} (user_id, token_hash, created_at, expires_at)
        select changed.user_id, ${value('browserHash')}::bytea, ${value('now')}::timestamptz,
          ${value('browserExpiresAt')}::timestamptz
        from changed where not ${value('browserIsKnown')}::boolean
        on conflict (user_id, token_hash) do update set expires_at = excluded.expires_at
      ), surplus as (
        delete from ${sessions} where id in (
          select other.id from changed join ${sessions} other on other.user_id = changed.user_id
          where (other.second_factor is not distinct from 'due')
            = (${value('secondFactor')}::text is not distinct from 'due')
          order by other.last_seen_at desc, other.id desc
          offset ${sql.raw(String(SESSIONS_PER_USER - 1))}
        )
      )`,
    },
  ),
)

/**
 * Begins the session of somebody whose password was checked, and records it, at once: most sign-ins are such.
 *
 * @returns null where the password is not the account's any more, or the account was deactivated or given another role
 *   or a second factor meanwhile
 */
export async function beginPlainSession(
  act: SigningIn,
  person: Person & Pick<LockedAccount, 'secondFactorSince'>,
  { passwordHash, browserToken: brought, browserIsKnown }: PlainSignIn,
): Promise<SignedIn | null> {
  const { context, origin, now } = act
  const { id: userId, role } = person
  const secondFactor = secondFactorOf(person, false)
  const { row, token } = drawSession({
    userId,
    role,
    temporaryPasswordHash: null,
    secondFactor,
    origin,
    now,
  })
  const browserToken = tokenOf(brought, browserIsKnown)
  const actor = actorOf(context.settings, person, { ...row, mustChangePassword: false })
  const { action, details } = recordOf(actor)
  const recorded = await signInAtOnce.run(context.database, {
    ...row,
    role,
    passwordHash,
    now,
    browserHash: hashToken(browserToken),
    browserIsKnown: isRemembered(browserIsKnown, secondFactor),
    browserExpiresAt: new Date(now.getTime() + KNOWN_FOR_MS),
    auditRows: auditRows([entryOf({ ...act, actor }, action, userId, details)]),
  })
  return recorded === 0 ? null : { actor, token, browserToken }
}

/** By which second factor somebody signed in; undefined where none was asked for. */
type SecondFactorGiven = AuditDetails['session.signed-in']['secondFactor']

function recordOf(actor: Actor, secondFactor?: SecondFactorGiven) {
  if (actor.secondFactor === 'due') return { action: 'session.second-factor-asked', details: {} } as const
  const details = { temporaryPassword: actor.mustChangePassword, ...(secondFactor && { secondFactor }) }
  return { action: 'session.signed-in', details } as const
}

/** Records that somebody signed in, or that nothing but the second factor is missing for it. */
export async function recordSignIn(
  work: Work<Actor | null>,
  actor: Actor,
  secondFactor?: SecondFactorGiven,
): Promise<void> {
  const { action, details } = recordOf(actor, secondFactor)
  await record({ ...work, actor }, action, actor.userId, details)
}
