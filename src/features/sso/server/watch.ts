import { count, desc, eq } from 'drizzle-orm'
import type { SsoProviderView } from '#features/sso/api.ts'
import type { AuditDetails } from '#features/audit/rules/events.ts'
import type { AddressGap, SecondFactorRule } from '#features/sso/rules/claims.ts'
import { ssoRejections } from '#features/sso/rules/rejections.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { identities } from '#features/sso/schema.ts'
import { ssoOnlyState } from '#features/sign-in/server/sso-only.ts'
import type { Context } from '#base/server/context.ts'
import { configurationOf, promptConfigurationOf } from './configurations.ts'
import { redirectUriOf, siteUrl } from './start.ts'

const RECENT = 20
const TIMEOUT_MS = 5000

const gapNames: Readonly<Record<AddressGap, string>> = {
  email: 'no email address in the token',
  email_verified: 'email_verified is not true',
  domain: 'the domain is not in the settings',
  hd: 'not from a listed Google Workspace',
}

/** The providers as system administrators see them. Each is asked now. */
export async function watchProviders(context: Context, now: Date): Promise<SsoProviderView[]> {
  const rows = await context.database.db
    .select({ provider: identities.provider, linked: count() })
    .from(identities)
    .groupBy(identities.provider)
  const linked = new Map(rows.map((row) => [row.provider, row.linked]))
  return Promise.all(
    context.settings.ssoProviders.map(async (provider) => ({
      ...describe(context, provider),
      ...(await look(context, provider)),
      checkedAt: now.toISOString(),
      linked: linked.get(provider.name) ?? 0,
    })),
  )
}

function describe(context: Context, provider: SsoProvider) {
  const { name, label, issuer, rules } = provider
  return {
    name,
    label,
    issuer: issuer.href,
    redirectUri: redirectUriOf(context, provider),
    logoutUri: new URL(`/api/sso/${name}/backchannel-logout`, siteUrl(context)).href,
    domains: [...rules.domains],
    secondFactor: secondFactorText(rules.secondFactor),
    roleClaim: rules.roleClaim ?? null,
    roles: rules.roles.map(([role, roleName]) => ({ role, name: roleName })),
  }
}

function secondFactorText(rule: SecondFactorRule): string {
  switch (rule.by) {
    case 'none':
      return 'Not the provider’s: our own applies'
    case 'vouched':
      return 'The provider always asks for two factors'
    case 'amr':
      return `The provider’s, where amr has ${rule.methods.join(' or ')}`
    case 'acr':
      return `The provider’s, where acr is ${rule.value}`
  }
}

/** Whether a provider answers promptly. */
export async function isReachable(context: Context, provider: SsoProvider): Promise<boolean> {
  return (await promptConfigurationOf(context, provider)) !== null
}

async function look(context: Context, provider: SsoProvider) {
  try {
    const metadata = (await configurationOf(context, provider)).serverMetadata()
    const needed = { amr: 'amr', acr: 'acr', none: null, vouched: null }[provider.rules.secondFactor.by]
    const isUnknown = needed !== null && metadata.claims_supported?.includes(needed) === false
    const notes = isUnknown
      ? [`The provider doesn’t list the claim ${needed}, so its second factor may never count.`]
      : []
    return { reachable: true, notes, clockDifferenceMs: await clockDifference(context, provider) }
  } catch {
    return { reachable: false, notes: ['The provider doesn’t answer.'], clockDifferenceMs: null }
  }
}

/** By the `Date` of a response, to the second. */
async function clockDifference({ now }: Context, { issuer }: SsoProvider): Promise<number | null> {
  const base = issuer.href.replace(/\/$/u, '')
  const response = await fetch(`${base}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  })
  await response.body?.cancel()
  const date = response.headers.get('date')
  const at = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(at) ? null : at - now().getTime()
}

/** Whether single sign-on alone is in force, and if not, why. */
export async function watchSsoOnly({ database: { db }, settings }: Context) {
  const state = await ssoOnlyState(db, settings)
  return { state: state.is, why: state.is === 'not-ready' ? state.why : null }
}

/** The most recent sign-ins at providers that opened no account. */
export async function recentRejections({ database: { db } }: Pick<Context, 'database'>) {
  const rows = await db
    .select({ at: auditEvents.at, details: auditEvents.details, ip: auditEvents.ip })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'sso.refused'))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(RECENT)
  return rows.map(({ at, details, ip }) => {
    const { provider, reason, missing } = details as AuditDetails['sso.refused']
    const text =
      missing === undefined ? ssoRejections[reason] : `${ssoRejections[reason]} (${gapNames[missing]})`
    return { at: at.toISOString(), provider, text, address: ip }
  })
}
