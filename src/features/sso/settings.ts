import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { readInput } from '#base/rules/input/read-input.ts'
import type { ProviderRules, SecondFactorRule } from '#features/sso/rules/claims.ts'
import { isStaff, roles, type Role } from '#features/access/rules/roles.ts'

/** A provider of single sign-on (OpenID Connect). */
export interface SsoProvider {
  /** In addresses: `/api/sso/{name}/callback`. */
  name: string
  /** On the sign-in page: "Sign in with Microsoft". */
  label: string
  issuer: URL
  clientId: string
  /** Read again at each discovery, so that a file can be replaced. */
  clientSecret: () => string
  /** How the secret is sent to the provider. */
  auth: 'basic' | 'post'
  scopes: string
  rules: ProviderRules
  /** How often the provider is asked whether users are still welcome, in minutes; undefined: never. */
  checkMinutes: number | undefined
  /** Further parameters of the authorization request. */
  extra: Readonly<Record<string, string>>
}

/** Single sign-on of this deployment. */
export interface SsoSettings {
  ssoProviders: readonly SsoProvider[]
  /** Set where staff sign in at a provider alone. */
  ssoOnly: {
    /** The system administrators who may use their passwords all the same, by email address. */
    breakGlass: readonly string[]
  } | null
}

/** The `OIDC_PROVIDERS` variable; each provider has its own, `OIDC_<NAME>_...`. */
export const ssoVariables = z.object({
  OIDC_PROVIDERS: z
    .string()
    .regex(
      /^[a-z][a-z0-9]{0,19}(?:,[a-z][a-z0-9]{0,19}){0,4}$/u,
      'use up to five short names in lower case: entra,google',
    )
    .optional()
    .meta({
      description:
        'the providers of [single sign-on](single-sign-on.md) for staff, by names of your choice; each has variables of its own, `OIDC_<NAME>_ISSUER` and others',
      unset: 'passwords alone',
    }),
  SSO_ONLY_STAFF: z.enum(['0', '1'], { error: 'use 1 or 0' }).optional().meta({
    description:
      '1: staff sign in at a provider of [single sign-on](single-sign-on.md#single-sign-on-alone) and no longer with a password, once a break-glass account is ready',
    unset: '0',
  }),
  SSO_BREAK_GLASS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim().toLowerCase()))
    .refine(
      (addresses) => addresses.length <= 3 && addresses.every((one) => /^[^\s@]+@[^\s@]+$/u.test(one)),
      'use one to three email addresses, separated by commas',
    )
    .optional()
    .meta({
      description:
        'one to three system administrators, by email address, who sign in with password and second factor when the provider is down',
      unset: 'none, so that SSO_ONLY_STAFF has no effect',
    }),
})

const secondFactor = z.union(
  [
    z.literal(['none', 'vouched']).transform((by): SecondFactorRule => ({ by })),
    z
      .string()
      .regex(/^amr:[^,\s]+(?:,[^,\s]+)*$/u)
      .transform((text): SecondFactorRule => ({ by: 'amr', methods: text.slice('amr:'.length).split(',') })),
    z
      .string()
      .regex(/^acr:\S+$/u)
      .transform((text): SecondFactorRule => ({ by: 'acr', value: text.slice('acr:'.length) })),
  ],
  { error: 'use none, vouched, amr: with methods (amr:mfa,otp) or acr: with a value' },
)

const list = z.string().transform((text) => text.split(',').map((one) => one.trim()))

const roleNames = z.string().transform((text, check) =>
  text.split(',').map((pair): readonly [Role, string] => {
    const [name = '', ...value] = pair.trim().split('=')
    const role = roles.find((one) => one === name && isStaff(one))
    if (role === undefined || value.length === 0)
      check.addIssue('use pairs such as admin=Onboarding.Admin,wealth_manager=Onboarding.Manager')
    return [role ?? 'admin', value.join('=')]
  }),
)

/** The variables of one provider, without `OIDC_<NAME>_`. */
const providerVariables = z.strictObject(
  {
    LABEL: z.string().max(40, 'use at most 40 characters').optional(),
    ISSUER: z.url({
      protocol: /^https?$/u,
      error: 'set the address of the provider, such as https://id.firm.example',
    }),
    CLIENT_ID: z.string({ error: 'set the id of the application that is registered there' }),
    CLIENT_SECRET: z.string().optional(),
    CLIENT_SECRET_FILE: z.string().optional(),
    AUTH: z.enum(['basic', 'post'], { error: 'use basic or post' }).default('basic'),
    SCOPES: z.string().default('openid profile email'),
    DOMAINS: list.default([]),
    TRUST_ADDRESS: z.enum(['claim', 'always'], { error: 'use claim or always' }).default('claim'),
    SECOND_FACTOR: secondFactor.default({ by: 'none' }),
    ROLE_CLAIM: z.string().optional(),
    ROLES: roleNames.default([]),
    REQUIRE_ROLE: z.enum(['0', '1'], { error: 'use 1 or 0' }).default('0'),
    CHECK_MINUTES: z.coerce
      .number({ error: 'use a number of minutes from 5 to 1440' })
      .int('use a number of minutes from 5 to 1440')
      .min(5, 'use a number of minutes from 5 to 1440')
      .max(1440, 'use a number of minutes from 5 to 1440')
      .optional(),
    EXTRA: z.string().default(''),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'there is no such setting' : undefined) },
)

/** The scope of refresh tokens. */
const OFFLINE = 'offline_access'

type Variables = Readonly<Record<string, string | undefined>>

/** The providers' settings, and problems with them, each with its variable. */
export function readSso(
  variables: Variables,
  { OIDC_PROVIDERS: names, SSO_ONLY_STAFF, SSO_BREAK_GLASS: breakGlass = [] }: z.infer<typeof ssoVariables>,
  site: { baseUrl: URL | undefined; production: boolean },
): { sso: SsoSettings; problems: string[] } {
  const read = (names?.split(',') ?? []).map((name) => readProvider(name, variables, site))
  const problems = read.flatMap((one) => one.problems)
  if (read.length > 0 && site.baseUrl === undefined)
    problems.push('BASE_URL: set the address that users open; providers send users back to it')
  const isOnly = SSO_ONLY_STAFF === '1'
  if (isOnly && read.length === 0)
    problems.push('SSO_ONLY_STAFF: set OIDC_PROVIDERS, or leave it out; staff could not sign in')
  const ssoProviders = read.flatMap(({ provider }) => provider ?? [])
  return { sso: { ssoProviders, ssoOnly: isOnly ? { breakGlass } : null }, problems }
}

function readProvider(name: string, variables: Variables, { production }: { production: boolean }) {
  const prefix = `OIDC_${name.toUpperCase()}_`
  const own = Object.entries(variables).filter(([key]) => key.startsWith(prefix))
  const input = readInput(
    providerVariables,
    Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), value])),
  )
  if (!input.ok)
    return {
      provider: null,
      problems: input.problems.map(({ path, message }) => `${prefix}${path}: ${message}`),
    }
  const env = input.data
  const issuer = new URL(env.ISSUER)
  const isGoogle = issuer.hostname === 'accounts.google.com'
  const rules: ProviderRules = {
    domains: env.DOMAINS.map((domain) => domain.toLowerCase()),
    trustAddress: env.TRUST_ADDRESS,
    needsHostedDomain: isGoogle,
    secondFactor: env.SECOND_FACTOR,
    roleClaim: env.ROLE_CLAIM,
    roles: env.ROLES,
    requireRole: env.REQUIRE_ROLE === '1',
  }
  const provider: SsoProvider = {
    name,
    label: env.LABEL ?? name,
    issuer,
    clientId: env.CLIENT_ID,
    clientSecret: () =>
      env.CLIENT_SECRET_FILE === undefined
        ? (env.CLIENT_SECRET ?? '')
        : readFileSync(env.CLIENT_SECRET_FILE, 'utf8').trim(),
    auth: env.AUTH,
    // Google issues refresh tokens by `access_type=offline` (EXTRA) and knows no such scope.
    scopes:
      env.CHECK_MINUTES === undefined || isGoogle || env.SCOPES.split(' ').includes(OFFLINE)
        ? env.SCOPES
        : `${env.SCOPES} ${OFFLINE}`,
    rules,
    checkMinutes: env.CHECK_MINUTES,
    extra: Object.fromEntries(new URLSearchParams(env.EXTRA)),
  }
  const checks: [wrong: boolean, field: string, what: string][] = [
    [
      (env.CLIENT_SECRET === undefined) === (env.CLIENT_SECRET_FILE === undefined),
      'CLIENT_SECRET',
      `set it or ${prefix}CLIENT_SECRET_FILE`,
    ],
    [
      issuer.protocol === 'http:' && (production || !isLoopback(issuer.hostname)),
      'ISSUER',
      'use an https:// address',
    ],
    [
      issuer.hostname === 'login.microsoftonline.com' &&
        /^\/(?:common|organizations|consumers)(?:\/|$)/u.test(issuer.pathname),
      'ISSUER',
      'use the address with your tenant’s id: anyone with a Microsoft account could arrive with this one',
    ],
    [
      rules.domains.length === 0 && (isGoogle || rules.trustAddress === 'always'),
      'DOMAINS',
      'set the domains of your firm’s email addresses',
    ],
    [
      (rules.roleClaim === undefined) !== (rules.roles.length === 0),
      'ROLES',
      `set it and ${prefix}ROLE_CLAIM, or neither`,
    ],
  ]
  const problems = checks.filter(([wrong]) => wrong).map(([, field, what]) => `${prefix}${field}: ${what}`)
  return { provider, problems }
}

/** Whether a host is this machine: plain HTTP is for it alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

declare module '#base/server/config/settings.ts' {
  interface Settings extends SsoSettings {}
}
