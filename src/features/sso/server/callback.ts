import { homeFor } from '#features/access/rules/roles.ts'
import type { Claims } from '#features/sso/rules/claims.ts'
import type { SsoRejection } from '#features/sso/rules/rejections.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import type { SignedIn } from '#features/sign-in/server/commands/begin-session.ts'
import { exchangeCode } from './exchange.ts'
import { rememberLink } from './pending-link.ts'
import { linkSignedIn } from './link-signed-in.ts'
import { renewProof } from './prove.ts'
import { takePending, type PendingSignIn } from './encrypted-cookies.ts'
import { noteRejection, signInByIdentity } from './sign-in.ts'
import { beginAtProvider, siteUrl, type CallbackCall } from './start.ts'
import { rememberTest } from './test-sign-in.ts'

/** Where the browser goes next; with a session if one has begun. */
export interface CallbackResult {
  address: string
  signedIn?: SignedIn
}

/** The sign-in page with the text of a rejection. */
export function rejectionAddress(reason: SsoRejection): string {
  return `/auth?sso=${reason}`
}

/** Finishes a sign-in at a provider. Every failure leads to a page with its reason. */
export async function finishAtProvider(call: CallbackCall, provider: SsoProvider): Promise<CallbackResult> {
  const { context, request } = call
  const address = new URL(request.url, siteUrl(context))
  const pending = takePending(call, address.searchParams.get('state') ?? '')
  // Any page can send a browser here, so what did not begin in this browser leaves no trace.
  if (pending === null) return { address: rejectionAddress('not-from-here') }
  if (pending.provider !== provider.name) {
    await noteRejection(call, provider, { reason: 'not-from-here' })
    return { address: rejectionAddress('not-from-here') }
  }
  const exchanged = await exchangeCode(context, { provider, pending, address })
  if (exchanged.is === 'again')
    return { address: await beginAtProvider(call, provider, { ...pending, retry: true }) }
  if (exchanged.is === 'refused') {
    await noteRejection(call, provider, exchanged)
    return { address: rejectionFor(pending, exchanged.reason) }
  }
  return finish(call, { provider, pending, ...exchanged })
}

function rejectionFor({ purpose, returnTo }: PendingSignIn, reason: SsoRejection): string {
  if (purpose === 'sign-in') return rejectionAddress(reason)
  return `${returnTo ?? '/account'}${returnTo?.includes('?') === true ? '&' : '?'}sso=${reason}`
}

async function finish(
  call: CallbackCall,
  {
    provider,
    pending,
    claims,
    refreshToken,
  }: { provider: SsoProvider; pending: PendingSignIn; claims: Claims; refreshToken: string | null },
): Promise<CallbackResult> {
  const { purpose, sessionId, returnTo } = pending
  if (purpose !== 'sign-in') {
    const { actor } = call
    // Only in the session that began it.
    if (actor === null || actor.sessionId !== sessionId) return { address: rejectionAddress('not-from-here') }
    const session = { ...call, actor }
    if (purpose === 'test') {
      await rememberTest(session, provider, { claims, refreshToken })
      return { address: '/system-admin?tab=sso' }
    }
    const reason =
      purpose === 'link'
        ? await linkSignedIn(session, provider, claims)
        : await renewProof(session, provider, claims)
    if (reason !== null && purpose === 'link') await noteRejection(call, provider, { reason })
    return { address: reason === null ? (returnTo ?? '/account') : rejectionFor(pending, reason) }
  }
  const { browserToken } = call
  const outcome = await signInByIdentity(call, { provider, claims, refreshToken, browserToken })
  if (outcome.is === 'refused') return { address: rejectionAddress(outcome.reason) }
  if (outcome.is === 'ask') {
    rememberLink(call, { provider, claims, refreshToken, user: outcome.user })
    return { address: '/auth/link' }
  }
  const { actor } = outcome.signedIn
  const isComplete = actor.secondFactor !== 'due' && actor.secondFactor !== 'to-set-up'
  const home = actor.secondFactor === 'due' ? '/auth' : homeFor(actor.role)
  return { address: isComplete ? (returnTo ?? home) : home, signedIn: outcome.signedIn }
}
