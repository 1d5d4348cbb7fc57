import { z } from 'zod'
import { roles } from '#features/access/rules/roles.ts'
import { sessionUserSchema } from '#features/access/api/auth.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import {
  accountProofSchema,
  codeSchema,
  ownProofSchema,
  passwordSchema,
} from '#features/access/api/own-proof.ts'
import { requestOptionsSchema } from '#features/access/api/passkey-options.ts'

const providerName = z.string().regex(/^[a-z][a-z0-9]{0,19}$/u)
const providerParams = z.strictObject({ provider: providerName })
const returnTo = z
  .string()
  .max(500)
  .regex(/^\P{C}*$/u)
  .optional()

const identitySchema = z.object({
  id: z.uuid(),
  provider: z.string(),
  label: z.string(),
  /** The address at the provider when it was linked. */
  email: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
})

export type OwnIdentity = z.infer<typeof identitySchema>

/** What a provider sent at a test, and what would follow. */
const ssoTestSchema = z.object({
  provider: z.string(),
  at: z.iso.datetime(),
  /** Values are masked, except those of roles and of the second factor. */
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Each rule that applies, in plain words. */
  findings: z.array(
    z.object({
      about: z.enum(['person', 'account', 'role', 'second-factor', 'check']),
      text: z.string(),
      good: z.boolean(),
    }),
  ),
})

export type SsoTest = z.infer<typeof ssoTestSchema>

const ssoProviderSchema = z.object({
  name: z.string(),
  label: z.string(),
  issuer: z.string(),
  /** To be registered at the provider. */
  redirectUri: z.string(),
  logoutUri: z.string(),
  reachable: z.boolean(),
  /** Why it is not, or what to look at. */
  notes: z.array(z.string()),
  checkedAt: z.iso.datetime(),
  /** By how much its clock is ahead of ours; null where it does not say. */
  clockDifferenceMs: z.number().int().nullable(),
  domains: z.array(z.string()),
  secondFactor: z.string(),
  roleClaim: z.string().nullable(),
  roles: z.array(z.object({ role: z.enum(roles), name: z.string() })),
  linked: z.number().int(),
})

export type SsoProviderView = z.infer<typeof ssoProviderSchema>

export const ssoEndpoints = endpoints({
  'GET /api/sso/{provider}/start': {
    summary: 'Begin a sign-in at a provider of single sign-on',
    tag: 'Sign-in',
    access: 'anyone',
    params: providerParams,
    query: z.strictObject({ returnTo }),
    answer: 'redirect',
  },
  'GET /api/sso/{provider}/callback': {
    summary: 'Finish a sign-in at a provider, which sends the browser here',
    tag: 'Sign-in',
    access: 'anyone',
    params: providerParams,
    query: z.looseObject({}),
    answer: 'redirect',
  },
  'GET /api/sso/pending': {
    summary: 'Get the account that a sign-in at a provider could be linked to',
    tag: 'Sign-in',
    access: 'anyone',
    answer: z.object({
      provider: z.string(),
      username: z.string(),
      /** Whether its password needs a code beside it. */
      needsCode: z.boolean(),
      /** Whether one of its passkeys can stand in for password and code. */
      hasPasskey: z.boolean(),
    }),
  },
  'POST /api/sso/link/options': {
    summary: 'Begin a proof with a passkey of the account that is to be linked',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    answer: z.object({ options: requestOptionsSchema }),
  },
  'POST /api/sso/link': {
    summary: 'Link an account to the sign-in at a provider with its password or passkey, once, and sign in',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    body: z.strictObject({
      proof: accountProofSchema.optional(),
      /** The former form of the proof. */
      password: passwordSchema.optional(),
      code: codeSchema.optional(),
    }),
    answer: sessionUserSchema,
  },
  'GET /api/sso/{provider}/prove': {
    summary: 'Prove who you are at the provider, for a sensitive action within five minutes',
    tag: 'Account',
    access: 'own-identities.manage',
    params: providerParams,
    query: z.strictObject({ returnTo }),
    answer: 'redirect',
  },
  'GET /api/account/identities': {
    summary: 'List your identities at providers of single sign-on',
    tag: 'Account',
    access: 'own-identities.manage',
    answer: z.object({
      identities: z.array(identitySchema),
      /** Whether there is another way to sign in: a password or a passkey. */
      isRemovable: z.boolean(),
      /** Whether the session signed in at its provider again just now, which counts as proof. */
      isProved: z.boolean(),
    }),
  },
  'POST /api/account/identities': {
    summary: 'Begin to link your account to a provider, with proof that it is you; answers where to sign in',
    tag: 'Account',
    access: 'own-identities.manage',
    repeated: 'attempt',
    body: z.strictObject({ provider: providerName, proof: ownProofSchema }),
    answer: z.object({ address: z.url() }),
  },
  'POST /api/account/identities/{id}/removal': {
    summary: 'Remove one of your identities; ends the sessions that it began',
    tag: 'Account',
    access: 'own-identities.manage',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ proof: ownProofSchema }),
    answer: 'nothing',
  },
  'GET /api/system-admin/sso': {
    summary: 'See the providers of single sign-on, whether they can be reached, and recent rejections',
    tag: 'Security',
    access: 'sso.watch',
    answer: z.object({
      providers: z.array(ssoProviderSchema),
      /** Whether staff must sign in at a provider: not where `why` says that passwords still work. */
      ssoOnly: z.object({ state: z.enum(['off', 'not-ready', 'in-force']), why: z.string().nullable() }),
      rejections: z.array(
        z.object({
          at: z.iso.datetime(),
          provider: z.string(),
          text: z.string(),
          address: z.string().nullable(),
        }),
      ),
      test: ssoTestSchema.nullable(),
    }),
  },
  'GET /api/system-admin/sso/{provider}/test': {
    summary: 'Sign in at a provider to see what it sends and how it is mapped; signs no one in',
    tag: 'Security',
    access: 'sso.watch',
    params: providerParams,
    answer: 'redirect',
  },
  'POST /api/system-admin/users/{id}/linking': {
    summary:
      'Allow a user to link their account to a provider without its password, for 24 hours; or withdraw that',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ open: z.boolean() }),
    answer: z.object({ until: z.iso.datetime().nullable() }),
  },
  'DELETE /api/system-admin/users/{id}/identities/{identityId}': {
    summary: 'Remove a user’s identity at a provider; ends the sessions that it began',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: z.strictObject({ id: z.uuid(), identityId: z.uuid() }),
    answer: 'nothing',
  },
})

type SsoEndpoints = typeof ssoEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends SsoEndpoints {}
}
