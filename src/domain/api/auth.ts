import { z } from 'zod'
import { PASSWORD_MAX_LENGTH } from '#domain/auth/password-policy.ts'
import { secondFactorStates } from '#domain/auth/second-factor.ts'
import { tidyLine } from '#domain/input/tidy.ts'
import { roles } from '#domain/users/roles.ts'
import { endpoints } from './endpoint.ts'

/** The longest e-mail address there is (RFC 5321, section 4.5.3.1). */
const USERNAME_LENGTH = 254

/** A username is an e-mail address; capitals make no difference. */
export const usernameSchema = z
  .string()
  .overwrite(tidyLine)
  .toLowerCase()
  .max(USERNAME_LENGTH)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'Valid email is required' }))

/** A password as it is typed to be checked: any text, of a length that is worth hashing. */
export const passwordSchema = z
  .string()
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH * 4)

/** What is typed as the second factor: an authenticator's code or a recovery code, with any spaces and hyphens. */
export const codeSchema = z.string().trim().min(1, 'The code is required').max(64)

/** The signed-in user. */
export const sessionUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Signed in with a temporary password: the only way on is to choose a new one. */
  mustChangePassword: z.boolean(),
  /** Registered, and the address is not confirmed: nothing else can be done before. */
  mustConfirmAddress: z.boolean(),
  /** Where the session stands with the second factor: while it is due, or has to be set up, nothing else can be done. */
  secondFactor: z.enum(secondFactorStates),
  /** How long the session lasts without a request, in milliseconds. */
  idleTimeoutMs: z.number().int(),
  /** When the session ends whatever happens, ISO 8601. */
  sessionEndsAt: z.iso.datetime(),
})

export type SessionUser = z.infer<typeof sessionUserSchema>

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
    repeated: 'anew',
    body: z.strictObject({ username: usernameSchema, password: passwordSchema }),
    answer: sessionUserSchema,
  },
  'POST /api/account/second-factor/code': {
    summary: 'Finish signing in with a code from an authenticator, or a recovery code',
    tag: 'Sign-in',
    access: 'second-factor.give',
    repeated: 'anew',
    body: z.strictObject({ code: codeSchema }),
    answer: sessionUserSchema,
  },
  'POST /api/logout': {
    summary: 'Sign out',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'same',
    answer: 'nothing',
  },
  'POST /api/request-password-reset': {
    summary: 'Ask for a temporary password; the answer is the same whether or not the account exists',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'anew',
    body: z.strictObject({ username: usernameSchema }),
    answer: z.object({
      message: z.string(),
      /** In demo mode only. */
      temporaryPassword: z.string().optional(),
      /** In demo mode only: why the e-mail could not be written. */
      emailError: z.string().optional(),
    }),
  },
  'POST /api/change-password': {
    summary: 'Choose a new password; ends your other sessions',
    tag: 'Sign-in',
    access: 'password.choose',
    repeated: 'anew',
    body: z.strictObject({
      /** Not needed after signing in with a temporary password. */
      currentPassword: passwordSchema.optional(),
      newPassword: passwordSchema,
    }),
    answer: sessionUserSchema,
  },
})
