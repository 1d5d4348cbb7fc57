import type { FastifyInstance } from 'fastify'
import { usedChallenges } from '#features/sign-in/schema/used-challenges.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { endSessionsOf, findIdentity } from './identities.ts'
import { readLogoutToken, type LogoutToken } from './logout-token.ts'
import { providerNamed } from './start.ts'

const BODY_LIMIT = 16 * 1024
const TOO_MANY = 'Too many requests.'

/**
 * Accepts back-channel logouts of providers: a form of another server, so it is not in the contract. In a scope of its
 * own, since it alone parses forms.
 */
export function registerLogoutTarget(scope: FastifyInstance, context: Context): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async (_request: unknown, body: string | Buffer) => new URLSearchParams(body.toString()),
  )
  scope.post<{ Params: { provider: string } }>(
    '/api/sso/:provider/backchannel-logout',
    async ({ params, body, ip, log }, reply) => {
      const provider = providerNamed(context, params.provider)
      await countWithin(context, ['ssoLogout', addressKey(ip), TOO_MANY])
      const sent = body instanceof URLSearchParams ? body.get('logout_token') : null
      reply.header('cache-control', 'no-store')
      try {
        const token = await readLogoutToken(context, provider, sent ?? '')
        if (await endSessions(context, provider, token)) return await reply.code(200).send()
        log.warn({ provider: provider.name }, 'a logout token was sent twice')
      } catch (err) {
        log.warn({ err, provider: provider.name }, 'a logout token was rejected')
      }
      return reply.code(400).send({ error: 'invalid_request' })
    },
  )
}

/** Ends all sessions that the identity began; false where the token was used before. */
async function endSessions(
  context: Context,
  provider: SsoProvider,
  { subject, hash, expiresAt }: LogoutToken,
): Promise<boolean> {
  return inTransaction(systemContext(context), async (work) => {
    const { tx } = work
    const used = await tx.insert(usedChallenges).values({ hash, expiresAt }).onConflictDoNothing().returning()
    if (used.length === 0) return false
    const identity =
      subject === null ? null : await findIdentity(tx, { issuer: provider.issuer.href, subject })
    if (identity === null) return true
    const sessions = await endSessionsOf(tx, identity)
    const details = { provider: provider.name, sessions, how: 'logout' } as const
    if (sessions > 0) await record(work, 'session.ended-by-provider', identity.userId, details)
    return true
  })
}
