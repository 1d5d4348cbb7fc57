import type { Role } from '#features/access/rules/roles.ts'

/** The claims of an ID token whose signature was verified. */
export type Claims = Readonly<Record<string, unknown>>

/** How a provider proves that a second factor was used. */
export type SecondFactorRule =
  | { by: 'none' }
  /** The firm states that this provider always asks for two factors. */
  | { by: 'vouched' }
  /** One of these methods in `amr`. */
  | { by: 'amr'; methods: readonly string[] }
  | { by: 'acr'; value: string }

/** The rules of a provider for what its claims mean. */
export interface ProviderRules {
  /** Domains of the firm's email addresses, in lower case; empty: none is listed. */
  domains: readonly string[]
  /** `claim`: an address counts where `email_verified` is true; `always`: in the listed domains. */
  trustAddress: 'claim' | 'always'
  /** Whether `hd` must be a listed domain, as Google's tokens require. */
  needsHostedDomain: boolean
  secondFactor: SecondFactorRule
  /** Path of the claim with the roles, with dots; undefined: roles are set here. */
  roleClaim: string | undefined
  /** Roles with the provider's names; the first match counts. */
  roles: readonly (readonly [role: Role, name: string])[]
  /** Whether a person without a mapped role is rejected. */
  requireRole: boolean
}

/** What is missing before an address counts as the person's own. */
export type AddressGap = 'email' | 'email_verified' | 'domain' | 'hd'

/** A person as a provider describes them. */
export interface ProviderPerson {
  subject: string
  /** In lower case; null without one. */
  email: string | null
  /** Null where the address is vouched for. */
  gap: AddressGap | null
}

/** Reads the person of an ID token. */
export function personOf(claims: Claims, rules: ProviderRules): ProviderPerson {
  const email = emailOf(claims, rules)
  return { subject: text(claims['sub']) ?? '', email, gap: gapOf(claims, rules, email) }
}

/** Entra ID may send the address as `preferred_username` alone. */
function emailOf(claims: Claims, { trustAddress }: ProviderRules): string | null {
  const sent =
    text(claims['email']) ?? (trustAddress === 'always' ? text(claims['preferred_username']) : null)
  const email = sent?.trim().toLowerCase() ?? ''
  return email.includes('@') ? email : null
}

function gapOf(
  claims: Claims,
  { domains, trustAddress, needsHostedDomain }: ProviderRules,
  email: string | null,
): AddressGap | null {
  if (needsHostedDomain && !domains.includes(text(claims['hd'])?.toLowerCase() ?? '')) return 'hd'
  if (email === null) return 'email'
  const isListed = domains.includes(email.slice(email.lastIndexOf('@') + 1))
  if (!isListed) return 'domain'
  // Missing is not true, and neither is the text "true".
  return trustAddress === 'always' || claims['email_verified'] === true ? null : 'email_verified'
}

/** Whether the provider asked for a second factor at this sign-in. */
export function hasSecondFactor(claims: Claims, { secondFactor }: ProviderRules): boolean {
  switch (secondFactor.by) {
    case 'none':
      return false
    case 'vouched':
      return true
    case 'amr': {
      const methods = textsOf(claims['amr'])
      return secondFactor.methods.some((method) => methods.includes(method))
    }
    case 'acr':
      return claims['acr'] === secondFactor.value
  }
}

/** The provider's role names of a person; null where the claim is missing or incomplete (Entra ID's overage). */
export function roleNamesOf(
  claims: Claims,
  { roleClaim }: Pick<ProviderRules, 'roleClaim'>,
): string[] | null {
  if (roleClaim === undefined || isOverage(claims, roleClaim)) return null
  const found = valueAt(claims, roleClaim)
  return found === undefined ? null : textsOf(found)
}

function isOverage(claims: Claims, roleClaim: string): boolean {
  const names = claims['_claim_names']
  const isReferenced = typeof names === 'object' && names !== null && Object.hasOwn(names, roleClaim)
  return isReferenced || (roleClaim === 'groups' && claims['hasgroups'] !== undefined)
}

/** A claim with this exact name, or a nested one by its path. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string')
}
