import { z } from 'zod'
import { secondFactorStates } from '#features/access/rules/second-factor.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'
import { roles } from '#features/access/rules/roles.ts'
import { endpoints } from './endpoint.ts'
import { passkeyAnswerSchema } from './passkey-answers.ts'
import { requestOptionsSchema } from './passkey-options.ts'
import { codeSchema, ownProofSchema, passwordSchema } from './own-proof.ts'

/** The longest e-mail address there is (RFC 5321, section 4.5.3.1). */
const USERNAME_LENGTH = 254

/** An e-mail address, case-insensitive. */
export const usernameSchema = z
  .string()
  .overwrite(tidyLine)
  .toLowerCase()
  .max(USERNAME_LENGTH)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'Valid email is required' }))

/** Our tokens are shorter; longer input is rejected before hashing. */
const TOKEN_LENGTH = 200

/** The code of a mailed link. */
export const mailedTokenSchema = z.strictObject({
  token: z.string().min(1, 'This link is incomplete. Please open it from the email again.').max(TOKEN_LENGTH),
})

/** The signed-in user. */
export const sessionUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  /** An admin who reads everything and changes nothing. */
  compliance: z.boolean(),
  fullName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Signed in with a temporary password: a new one must be chosen first. */
  mustChangePassword: z.boolean(),
  /** Registered with an unconfirmed address: nothing else is allowed before. */
  mustConfirmAddress: z.boolean(),
  /** The second factor's state in this session: while due or to be set up, nothing else is allowed. */
  secondFactor: z.enum(secondFactorStates),
  /** Idle timeout of the session, in milliseconds. */
  idleTimeoutMs: z.number().int(),
  /** Absolute end of the session, ISO 8601. */
  sessionEndsAt: z.iso.datetime(),
})

export type SessionUser = z.infer<typeof sessionUserSchema>

const stillSignedInAtSchema = z.object({
  label: z.string(),
  /** Where to sign out there; null where the provider names no such page. */
  signOutUrl: z.url({ protocol: /^https?$/u }).nullable(),
})

export type StillSignedInAt = z.infer<typeof stillSignedInAtSchema>

export const authEndpoints = endpoints({
  'GET /api/user': {
    summary: 'Get the signed-in user; 401 if there is none',
    tag: 'Sign-in',
    access: 'account.see',
    answer: sessionUserSchema,
  },
  'POST /api/login': {
    summary: 'Sign in; a user with a second factor is asked for it next',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    body: z.strictObject({ username: usernameSchema, password: passwordSchema }),
    answer: sessionUserSchema,
  },
  'POST /api/invitation': {
    summary: 'Sign in with the link of an invitation, to choose a password',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    body: mailedTokenSchema,
    answer: sessionUserSchema,
  },
  'POST /api/account/second-factor/code': {
    summary: 'Finish signing in with an authenticator code or a recovery code',
    tag: 'Sign-in',
    access: 'second-factor.give',
    repeated: 'attempt',
    body: z.strictObject({ code: codeSchema }),
    answer: sessionUserSchema,
  },
  'GET /api/account/second-factor/ways': {
    summary: 'Get the ways to finish signing in that you have set up beside recovery codes',
    tag: 'Sign-in',
    access: 'second-factor.give',
    answer: z.object({ passkey: z.boolean(), authenticator: z.boolean() }),
  },
  'POST /api/account/second-factor/passkey-options': {
    summary: 'Begin to finish signing in with one of your passkeys; 409 without any',
    tag: 'Sign-in',
    access: 'second-factor.give',
    repeated: 'attempt',
    answer: z.object({ options: requestOptionsSchema }),
  },
  'POST /api/account/second-factor/passkey': {
    summary: 'Finish signing in with one of your passkeys',
    tag: 'Sign-in',
    access: 'second-factor.give',
    repeated: 'attempt',
    body: z.strictObject({ response: passkeyAnswerSchema }),
    answer: sessionUserSchema,
  },
  'POST /api/logout': {
    summary: 'Sign out',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'same',
    answer: z.object({
      /** The provider of single sign-on that began the session: the user is still signed in there. */
      stillSignedInAt: stillSignedInAtSchema.nullable(),
    }),
  },
  'POST /api/request-password-reset': {
    summary: 'Request a temporary password; the response is the same whether or not the account exists',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    body: z.strictObject({ username: usernameSchema }),
    answer: z.object({
      message: z.string(),
      /** In demo mode only. */
      temporaryPassword: z.string().optional(),
      /** In demo mode only: why the e-mail was not written. */
      emailError: z.string().optional(),
    }),
  },
  'POST /api/change-password': {
    summary: 'Choose a new password; ends your other sessions',
    tag: 'Sign-in',
    access: 'password.choose',
    repeated: 'attempt',
    body: z.strictObject({
      /** Not required after signing in with a temporary password. */
      currentPassword: passwordSchema.optional(),
      proof: ownProofSchema.optional(),
      newPassword: passwordSchema,
    }),
    answer: sessionUserSchema,
  },
})

type AuthEndpoints = typeof authEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends AuthEndpoints {}
}
