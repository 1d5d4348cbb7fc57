import { sql } from 'drizzle-orm'
import type { AuditDetails } from '#features/audit/rules/events.ts'
import { entryOf, type AuditEntry } from '#features/audit/server/record.ts'
import { auditRows, withAudit } from '#features/audit/server/with-audit.ts'
import type { Acting, Actor } from '#features/access/server/actor.ts'
import { namedStatement } from '#base/server/db/named-statement.ts'
import { knownBrowsers } from '#features/sign-in/schema/known-browsers.ts'
import { sessions, users } from '#features/access/schema/tables.ts'
import type { CommandContext, TransactionContext } from '#features/access/server/command-context.ts'
import { KNOWN_FOR_MS } from '../known-browsers.ts'
import { lockAccount, type LockedAccount } from '../locked-account.ts'
import { SESSIONS_PER_USER } from '../session-limits.ts'
import { hashToken, newToken } from '#base/server/encryption/secret-token.ts'
import { isBreakGlass, notifyOfBreakGlass } from '../sso-only.ts'
import { signedOut } from '#base/server/domain-error.ts'
import {
  newSession,
  secondFactorState,
  type SessionContext,
  type SessionSecondFactor,
  type SsoSignIn,
} from '../sessions.ts'

/** A sign-in, from a browser with the actor's session or without one. */
export type SigningIn = CommandContext<Actor | null>

/** The token that a browser got at an earlier sign-in; null for one without. */
export type BrowserToken = string | null

/** A user who has just signed in. The tokens leave in cookies and are not stored. */
export interface SignedIn {
  actor: Actor
  token: string
  browserToken: string
}

type Person = Omit<LockedAccount, 'passwordHash'>

/** Which kind of code was used for the sign-in; undefined where none was needed. */
export type GivenCode = AuditDetails['session.signed-in']['secondFactor']

/** How a session begins. */
interface Beginning {
  browserToken: BrowserToken
  browserIsKnown: boolean
  /** Set where a temporary password was used: such a session can only choose a new password. */
  temporaryPasswordHash?: string | null
  /** The kind of code used just now, or `before` where the previous session had the second factor. */
  codeGiven?: GivenCode | 'before'
  sso?: SsoSignIn | null
  /** Set for a sign-in with a passkey. */
  by?: 'passkey'
  /** Recorded instead of a sign-in. */
  recorded?: AuditEntry
}

/** One round trip inserts session, browser and audit row, if the account has not changed since it was looked up. */
const insertSession = namedStatement<
  | 'id'
  | 'tokenHash'
  | 'userId'
  | 'role'
  | 'passwordHash'
  | 'temporaryPasswordHash'
  | 'secondFactor'
  | 'now'
  | 'endsAt'
  | 'ip'
  | 'userAgent'
  | 'signedInBy'
  | 'identityId'
  | 'provedAt'
  | 'refreshToken'
  | 'checkAt'
  | 'replaces'
  | 'browserHash'
  | 'browserIsKnown'
  | 'browserExpiresAt'
  | 'auditRows'
>('begin_session', (value) =>
  withAudit(
    sql`insert into ${sessions} (id, token_hash, user_id, temporary_password_hash, second_factor, created_at, last_seen_at,
        ends_at, ip, user_agent, signed_in_by, identity_id, proved_at,
        refresh_token, check_at)
      select ${value('id')}::uuid, ${value('tokenHash')}::bytea, account.id, ${value('temporaryPasswordHash')}::text,
        ${value('secondFactor')}::text, ${value('now')}::timestamptz, ${value('now')}::timestamptz,
        ${value('endsAt')}::timestamptz, ${value('ip')}::inet, ${value('userAgent')}::text,
        ${value('signedInBy')}::text, ${value('identityId')}::uuid, ${value('provedAt')}::timestamptz,
        ${value('refreshToken')}::text, ${value('checkAt')}::timestamptz
      from ${users} account
      where account.id = ${value('userId')}::uuid and account.deactivated_at is null
        and account.role = ${value('role')}::text
        and (${value('passwordHash')}::text is null or account.password_hash = ${value('passwordHash')}::text)
        and (account.second_factor_since is null or ${value('secondFactor')}::text is not null)
        and (account.second_factor_since is not null or ${value('secondFactor')}::text is distinct from 'due')
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
      ), ended as (
        delete from ${sessions} using changed where ${sessions}.id = ${value('replaces')}::uuid
      ), surplus as (
        delete from ${sessions} where id in (
          select other.id from changed join ${sessions} other on other.user_id = changed.user_id
          where (other.second_factor is not distinct from 'due')
              = (${value('secondFactor')}::text is not distinct from 'due')
            and other.id is distinct from ${value('replaces')}::uuid
          order by other.last_seen_at desc, other.id desc
          offset ${sql.raw(String(SESSIONS_PER_USER - 1))}
        )
      )`,
    },
  ),
)

/**
 * Begins the session of a verified user, which replaces the browser's previous one. Role and second factor are read
 * from the account behind its lock.
 *
 * @throws DomainError signed-out (401) where the account was deactivated meanwhile
 */
export async function beginSession(
  work: TransactionContext<Actor | null>,
  userId: string,
  how: Beginning,
): Promise<SignedIn> {
  const person = await lockAccount(work.tx, userId, 'share')
  const begun = person === null ? null : await begin(work, person, how)
  if (begun === null) throw signedOut()
  return begun
}

/**
 * Begins a session after a password check in a single statement.
 *
 * @returns null where the account's password, role, second factor or status has changed meanwhile
 */
export function beginSessionAtOnce(
  act: SigningIn | TransactionContext<Actor | null>,
  person: Person,
  how: Pick<Beginning, 'browserToken' | 'browserIsKnown'> & { passwordHash: string },
): Promise<SignedIn | null> {
  return begin(act, person, how)
}

async function begin(
  act: SigningIn | TransactionContext<Actor | null>,
  person: Person,
  { passwordHash = null, ...how }: Beginning & { passwordHash?: string | null },
): Promise<SignedIn | null> {
  const { context, actor: before, origin, now } = act
  const { id: userId, role } = person
  const { browserIsKnown, temporaryPasswordHash = null, codeGiven, sso = null, by } = how
  const secondFactor = secondFactorOf(person, codeGiven)
  const { row, token } = newSession({
    userId,
    absoluteMs: context.settings.sessionLimits[role].absoluteMs,
    temporaryPasswordHash,
    secondFactor,
    sso,
    by,
    keyring: context.keyring,
    origin,
    now,
  })
  const browserToken = tokenOf(how.browserToken, browserIsKnown)
  const actor = actorOf(context.settings, person, row)
  const values = {
    ...row,
    role,
    passwordHash,
    now,
    replaces: before?.sessionId ?? null,
    browserHash: hashToken(browserToken),
    browserIsKnown: isRemembered(browserIsKnown, secondFactor),
    browserExpiresAt: new Date(now.getTime() + KNOWN_FOR_MS),
    auditRows: auditRows([
      how.recorded ?? signInEntry({ ...act, actor, settings: context.settings }, codeGiven, { sso, by }),
    ]),
  }
  const begun = await (act.tx === undefined
    ? insertSession.run(context.database, values)
    : insertSession.runIn(act.tx, values))
  if (begun === 0) return null
  const isUnlocked = sso === null && isBreakGlass(context.settings, person) && secondFactor !== 'due'
  if (isUnlocked && how.recorded === undefined && act.tx !== undefined) await notifyOfBreakGlass(act, person)
  return { actor, token, browserToken }
}

function secondFactorOf(
  { secondFactorSince }: Person,
  codeGiven: Beginning['codeGiven'],
): SessionSecondFactor {
  if (codeGiven !== undefined) return 'given'
  return secondFactorSince === null ? null : 'due'
}

/** A newly recognised browser gets a fresh token: the one that it sent may have been planted. */
function tokenOf(token: BrowserToken, browserIsKnown: boolean): string {
  return browserIsKnown && token !== null ? token : newToken()
}

/** Without the second factor a browser is not remembered, since known browsers have their own rate limit. */
function isRemembered(browserIsKnown: boolean, secondFactor: SessionSecondFactor): boolean {
  return browserIsKnown || secondFactor === 'due'
}

function actorOf(
  settings: SessionContext['settings'],
  { id: userId, username, role, fullName, createdAt: accountCreatedAt, invited, complianceSince }: Person,
  row: ReturnType<typeof newSession>['row'],
): Actor {
  return {
    userId,
    username,
    role,
    compliance: complianceSince !== null,
    fullName,
    accountCreatedAt,
    mustChangePassword: row.temporaryPasswordHash !== null,
    mustConfirmAddress: invited && row.temporaryPasswordHash === null,
    secondFactor: secondFactorState(settings, role, row.secondFactor),
    sessionId: row.id,
    sessionEndsAt: row.endsAt,
    checkedAt: performance.now(),
  }
}

/** The audit entry of a sign-in, or of one that waits for the second factor. */
function signInEntry(
  acting: Acting & { settings: Parameters<typeof isBreakGlass>[0] },
  codeGiven: Beginning['codeGiven'],
  { sso, by: device }: { sso: SsoSignIn | null; by: 'passkey' | undefined },
): AuditEntry {
  const { userId, secondFactor, mustChangePassword: temporaryPassword } = acting.actor
  if (secondFactor === 'due') return entryOf(acting, 'session.second-factor-asked', userId, {})
  const code = codeGiven === 'before' ? undefined : codeGiven
  const own = isBreakGlass(acting.settings, acting.actor) ? ('break-glass' as const) : device
  const by = sso === null ? own && { by: own } : { by: 'sso' as const, provider: sso.provider }
  const details = { temporaryPassword, ...(code && { secondFactor: code }), ...by }
  return entryOf(acting, 'session.signed-in', userId, details)
}
