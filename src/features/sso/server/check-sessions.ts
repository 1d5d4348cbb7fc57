import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { SsoProvider } from '#features/sso/settings.ts'
import { sessions } from '#features/access/schema/tables.ts'
import { identities } from '#features/sso/schema.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { configurationOf, oidc } from './configurations.ts'
import { endSessionsOf, type IdentityRow } from './identities.ts'

const MINUTE_MS = 60_000
const AT_ONCE = 200
/** How soon a provider that did not answer is asked again. */
const RETRY_MS = MINUTE_MS

interface DueSession {
  id: string
  refreshToken: string
  checkAt: Date
  identity: IdentityRow
}

/**
 * Asks providers whether the users of sessions that are due are still welcome. A provider that says no ends all sessions
 * of the identity; one that does not answer ends none, and its other sessions wait.
 */
export async function checkSsoSessions(context: Context): Promise<void> {
  const silent = new Set<string>()
  for (const session of await dueSessions(context)) {
    const provider = context.settings.ssoProviders.find(({ name }) => name === session.identity.provider)
    if (provider?.checkMinutes === undefined || silent.has(provider.name)) continue
    if (!(await claim(context, session))) continue
    const answer = await askProvider(context, provider, session)
    if (answer.is === 'gone') await endAll(context, provider, session.identity)
    else if (answer.is === 'welcome') await renew(context, { session, provider, token: answer.token })
    else silent.add(provider.name)
  }
}

async function dueSessions({ database: { db }, now }: Context): Promise<DueSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      refreshToken: sessions.refreshToken,
      checkAt: sessions.checkAt,
      identity: identities,
    })
    .from(sessions)
    .innerJoin(identities, eq(identities.id, sessions.identityId))
    .where(
      and(
        isNotNull(sessions.refreshToken),
        lte(sessions.checkAt, now()),
        // Such a session is about to be replaced, with the token.
        sql`${sessions.secondFactor} is distinct from 'due'`,
      ),
    )
    .orderBy(asc(sessions.checkAt))
    .limit(AT_ONCE)
  return rows.flatMap(({ refreshToken, checkAt, ...row }) =>
    refreshToken === null || checkAt === null ? [] : { ...row, refreshToken, checkAt },
  )
}

/** A refresh token may work once: of two servers one uses it. It is due again soon, in case this server stops. */
async function claim({ database: { db }, now }: Context, { id, checkAt }: DueSession): Promise<boolean> {
  const claimed = await db
    .update(sessions)
    .set({ checkAt: new Date(now().getTime() + RETRY_MS) })
    .where(and(eq(sessions.id, id), eq(sessions.checkAt, checkAt)))
    .returning({ id: sessions.id })
  return claimed.length > 0
}

type Answer = { is: 'welcome'; token: string | undefined } | { is: 'gone' } | { is: 'silent' }

async function askProvider(context: Context, provider: SsoProvider, session: DueSession): Promise<Answer> {
  try {
    const client = await oidc()
    const configuration = await configurationOf(context, provider)
    const token = decrypt(context.keyring, sessions.refreshToken, session.id, session.refreshToken)
    const tokens = await client.refreshTokenGrant(configuration, token)
    return { is: 'welcome', token: tokens.refresh_token }
  } catch (error) {
    if (isInvalidGrant(error)) return { is: 'gone' }
    const code = error instanceof Error ? error.name : 'unknown'
    context.log.warn({ provider: provider.name, code }, 'a provider could not say whether a user is welcome')
    return { is: 'silent' }
  }
}

/** RFC 6749, section 5.2: the token is expired or revoked, or its owner may no longer sign in. */
function isInvalidGrant(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'invalid_grant'
}

async function renew(
  { database: { db }, keyring, now }: Context,
  { session, provider, token }: { session: DueSession; provider: SsoProvider; token: string | undefined },
): Promise<void> {
  const { id } = session
  const checkAt = nextCheck(provider, now())
  const rotated =
    token === undefined ? {} : { refreshToken: encrypt(keyring, sessions.refreshToken, id, token) }
  await db
    .update(sessions)
    .set({ checkAt, ...rotated })
    .where(eq(sessions.id, id))
}

async function endAll(context: Context, provider: SsoProvider, identity: IdentityRow): Promise<void> {
  await inTransaction(systemContext(context), async (work) => {
    const ended = await endSessionsOf(work.tx, identity)
    const details = { provider: provider.name, sessions: ended, how: 'check' } as const
    if (ended > 0) await record(work, 'session.ended-by-provider', identity.userId, details)
  })
}

/** When a provider is asked next; null where it never is. */
export function nextCheck({ checkMinutes }: Pick<SsoProvider, 'checkMinutes'>, now: Date): Date | null {
  return checkMinutes === undefined ? null : new Date(now.getTime() + checkMinutes * MINUTE_MS)
}
