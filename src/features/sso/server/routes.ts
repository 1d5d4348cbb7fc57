import type { FastifyReply } from 'fastify'
import type { ssoEndpoints } from '#features/sso/api.ts'
import { signOut } from '#features/sign-in/server/commands/sign-out.ts'
import { browserTokenOf, completeSignIn } from '#features/sign-in/server/complete-sign-in.ts'
import { readProof } from '#features/sign-in/server/own-proof.ts'
import { hasPasskey as hasUsablePasskey } from '#features/sign-in/server/passkeys/usable.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { clearSessionCookie } from '#base/server/http/session-cookie.ts'
import { finishAtProvider, rejectionAddress } from './callback.ts'
import { linkAccount } from './link-account.ts'
import { beginLinking } from './link-signed-in.ts'
import { ownIdentitiesOf, removeIdentityOf, removeOwnIdentity, setLinking } from './own-identities.ts'
import { beginAtProvider, isProviderDown, providerNamed, type SsoCall } from './start.ts'
import { linkOptions, pendingLinkOf } from './pending-link.ts'
import { stillSignedInAt } from './still-signed-in-at.ts'
import { lastTest } from './test-sign-in.ts'
import { recentRejections, watchProviders, watchSsoOnly } from './watch.ts'

/** Routes of single sign-on. Redirects never answer with JSON: a person is waiting for a page. */
export const ssoHandlers: Handlers<keyof typeof ssoEndpoints | 'POST /api/logout'> = {
  'POST /api/logout': async (call) => {
    const { context, actor, reply } = call
    const identityId = actor === null ? null : await signOut({ ...call, actor })
    clearSessionCookie(reply, context.https)
    return { stillSignedInAt: await stillSignedInAt(context, identityId) }
  },

  'GET /api/sso/{provider}/start': (call) =>
    redirecting(call.reply, async () => {
      const provider = providerNamed(call.context, call.params.provider)
      const returnTo = call.query.returnTo ?? null
      return beginAtProvider(call, provider, { purpose: 'sign-in', sessionId: null, returnTo })
    }),

  'GET /api/sso/{provider}/callback': (call) =>
    redirecting(call.reply, async () => {
      const provider = providerNamed(call.context, call.params.provider)
      const done = await finishAtProvider({ ...call, browserToken: browserTokenOf(call) }, provider)
      if (done.signedIn !== undefined) completeSignIn(call, done.signedIn)
      return done.address
    }),

  'GET /api/sso/pending': async (call) => {
    const { database, settings } = call.context
    const { provider, userId, username, needsCode } = pendingLinkOf(call)
    const hasPasskey = await hasUsablePasskey(database.db, settings, userId)
    return { provider: provider.label, username, needsCode, hasPasskey }
  },

  'POST /api/sso/link/options': async (call) => ({ options: linkOptions(call) }),

  'POST /api/sso/link': async (call) => {
    const at = { ...call, browserToken: browserTokenOf(call) }
    return completeSignIn(call, await linkAccount(at, pendingLinkOf(call), readProof(call.body)))
  },

  'GET /api/sso/{provider}/prove': (call) =>
    redirecting(call.reply, async () => {
      const { sessionId } = call.actor
      const provider = providerNamed(call.context, call.params.provider)
      const returnTo = call.query.returnTo ?? '/account'
      return beginAtProvider(call, provider, { purpose: 'prove', sessionId, returnTo })
    }),

  'GET /api/account/identities': async ({ context, actor }) => ownIdentitiesOf(context, actor),

  'POST /api/account/identities': async (call) => ({ address: await beginLinking(call, call.body) }),

  'POST /api/account/identities/{id}/removal': async (call) => {
    await removeOwnIdentity(call, call.params.id, call.body.proof)
    return undefined
  },

  'GET /api/system-admin/sso': async (call) => ({
    providers: await watchProviders(call.context, call.now),
    ssoOnly: await watchSsoOnly(call.context),
    rejections: await recentRejections(call.context),
    test: lastTest(call),
  }),

  'GET /api/system-admin/sso/{provider}/test': (call) =>
    redirecting(call.reply, async () => {
      const { sessionId } = call.actor
      const provider = providerNamed(call.context, call.params.provider)
      const returnTo = '/system-admin?tab=sso'
      return beginAtProvider(call, provider, { purpose: 'test', sessionId, returnTo })
    }),

  'POST /api/system-admin/users/{id}/linking': async (call) => {
    const until = await setLinking(call, call.params.id, call.body.open)
    return { until: until?.toISOString() ?? null }
  },

  'DELETE /api/system-admin/users/{id}/identities/{identityId}': async (call) => {
    await removeIdentityOf(call, { userId: call.params.id, identityId: call.params.identityId })
    return undefined
  },
}

/** Redirects to an address, or to the sign-in page with the reason why not. */
async function redirecting(reply: SsoCall['reply'], addressOf: () => Promise<string>): Promise<FastifyReply> {
  try {
    return reply.redirect(await addressOf(), 303)
  } catch (error) {
    if (isProviderDown(error)) return reply.redirect(rejectionAddress('provider-down'), 303)
    throw error
  }
}
