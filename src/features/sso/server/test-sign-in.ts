import { z } from 'zod'
import type { SsoTest } from '#features/sso/api.ts'
import { hasSecondFactor, personOf, type AddressGap, type Claims } from '#features/sso/rules/claims.ts'
import { decideLinked, decideUnlinked, type LinkDecision } from '#features/sso/rules/link.ts'
import { ssoRejections } from '#features/sso/rules/rejections.ts'
import type { RoleDecision } from '#features/sso/rules/role.ts'
import { roleLabels } from '#features/access/rules/roles.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { eq } from 'drizzle-orm'
import { users } from '#features/access/schema/tables.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { inTransaction } from '#features/access/server/command-context.ts'
import { findIdentity, linkableAccount } from './identities.ts'
import { readEncryptedCookie, setEncryptedCookie, type CookieCall } from './encrypted-cookies.ts'
import { subjectOf } from './sign-in.ts'
import { roleDecisionFor } from './take-role.ts'

const COOKIE = 'test'
/** A cookie has some 4 kB. */
const MAX_CLAIMS = 30
const VALUE_LENGTH = 60
const SHOWN = 2

const testSchema = z.custom<SsoTest>((value) => typeof value === 'object' && value !== null)

const gapTexts: Readonly<Record<AddressGap, string>> = {
  email: 'The token has no email address. Ask for the scope "email", or map the claim.',
  email_verified:
    'The provider doesn’t say that the address is verified (email_verified is not true). New people can’t be matched by address.',
  domain: 'The address isn’t in the domains of the settings. New people can’t be matched by address.',
  hd: 'The account belongs to no Google Workspace of the listed domains.',
}

/** Stores what a provider sent at a test in the administrator's browser; no one is signed in and nothing is written. */
export async function rememberTest(
  call: CommandContext & CookieCall,
  provider: SsoProvider,
  { claims, refreshToken }: { claims: Claims; refreshToken: string | null },
): Promise<void> {
  const findings = await findingsFor(call, provider, claims)
  if (provider.checkMinutes !== undefined) findings.push(checkFinding(refreshToken !== null))
  const shown: SsoTest = {
    provider: provider.label,
    at: call.now.toISOString(),
    claims: Object.entries(claims)
      .slice(0, MAX_CLAIMS)
      .map(([name, value]) => ({ name, value: shownValue(provider, name, value) })),
    findings,
  }
  setEncryptedCookie(call, COOKIE, shown)
}

export function lastTest(call: Pick<CookieCall, 'context' | 'request'>): SsoTest | null {
  return readEncryptedCookie(call, COOKIE, testSchema)
}

function checkFinding(good: boolean): SsoTest['findings'][number] {
  const text = good
    ? 'The provider can be asked whether people are still welcome.'
    : 'The provider sent no refresh token, so it can’t be asked whether people are still welcome. Some need EXTRA=prompt=consent or access_type=offline.'
  return { about: 'check', text, good }
}

/** Values about the person are masked; what the rules depend on is shown. */
function shownValue({ rules }: SsoProvider, name: string, value: unknown): string {
  const isNeeded =
    ['acr', 'amr', 'hd', 'iss', 'email_verified'].includes(name) || rules.roleClaim?.split('.')[0] === name
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  if (isNeeded || typeof value === 'boolean' || typeof value === 'number')
    return whole.length > VALUE_LENGTH ? `${whole.slice(0, VALUE_LENGTH)}…` : whole
  return typeof value === 'string' ? `${value.slice(0, SHOWN)}… (${value.length} characters)` : 'present'
}

async function findingsFor(
  call: CommandContext,
  provider: SsoProvider,
  claims: Claims,
): Promise<SsoTest['findings']> {
  const { rules } = provider
  const person = personOf(claims, rules)
  const findings: SsoTest['findings'] = [
    person.gap === null
      ? { about: 'person', text: 'The provider vouches for the email address.', good: true }
      : { about: 'person', text: gapTexts[person.gap], good: false },
  ]
  const { decision, role } = await inTransaction(call, async (work) => {
    const { tx, now } = work
    const identity = await findIdentity(tx, subjectOf({ provider, claims }))
    const found = person.email === null ? null : await linkableAccount(tx, person.email, provider.name)
    const [linked] =
      identity === null ? [] : await tx.select().from(users).where(eq(users.id, identity.userId))
    const user = linked ?? found?.user
    return {
      decision: linked === undefined ? decideUnlinked(person, found, now) : decideLinked(linked),
      role: user === undefined ? null : await roleDecisionFor(work, { user, provider, claims }),
    }
  })
  findings.push(accountFinding(decision))
  if (role !== null) findings.push(roleFinding(role, rules.roleClaim))
  const given = hasSecondFactor(claims, rules)
  const factor = given
    ? 'The second factor of the provider counts: no code is asked for here.'
    : 'The second factor of the provider doesn’t count: people with an authenticator here are asked for a code.'
  findings.push({ about: 'second-factor', text: factor, good: given || rules.secondFactor.by === 'none' })
  return findings
}

function accountFinding(decision: LinkDecision): SsoTest['findings'][number] {
  switch (decision.is) {
    case 'sign-in':
      return { about: 'account', text: 'This person is linked and would be signed in.', good: true }
    case 'link':
      return {
        about: 'account',
        text: 'This person would be linked to their account and signed in.',
        good: true,
      }
    case 'ask':
      return {
        about: 'account',
        text: 'There is an active account with this address: its password would be asked for once, to link it.',
        good: true,
      }
    case 'refused':
      return {
        about: 'account',
        text: `This person would read: ${ssoRejections[decision.reason]}`,
        good: false,
      }
  }
}

const retainedTexts = {
  'claim-missing': 'the claim is missing or too large for the token',
  'none-mapped': 'none of its values is mapped',
  'last-system-administrator': 'a system administrator is needed, or the settings don’t name that role',
  'break-glass': 'it is the account for emergencies',
  'has-clients': 'their clients must be reassigned first',
} as const

function roleFinding(decision: RoleDecision, claim: string | undefined): SsoTest['findings'][number] {
  if (claim === undefined)
    return { about: 'role', text: 'Roles are set here: the provider’s are not read.', good: true }
  switch (decision.is) {
    case 'unchanged':
      return { about: 'role', text: 'The role from the provider is the account’s role.', good: true }
    case 'changed':
      return { about: 'role', text: `The role would become ${roleLabels[decision.to]}.`, good: true }
    case 'kept':
      return {
        about: 'role',
        text: `The role would stay as it is: ${retainedTexts[decision.why]}.`,
        good: false,
      }
    case 'refused':
      return { about: 'role', text: `This person would read: ${ssoRejections['no-role']}`, good: false }
  }
}
