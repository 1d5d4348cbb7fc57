import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/auth/password-policy.ts'
import { roles } from '#domain/users/roles.ts'
import { endpoints } from './endpoint.ts'

/** The longest e-mail address there is (RFC 5321, section 4.5.3.1). */
export const USERNAME_LENGTH = 254

/** A username is an e-mail address; capitals make no difference. */
export const usernameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(USERNAME_LENGTH)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'Valid email is required' }))

/** A password as it is typed to be checked: any text, of a length that is worth hashing. */
const passwordSchema = z
  .string()
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_LENGTH * 4)

/** The signed-in user. */
export const sessionUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  /** Signed in with a temporary password: the only way on is to choose a new one. */
  mustChangePassword: z.boolean(),
  /** How long the session lasts without a request, in milliseconds. */
  idleTimeoutMs: z.number().int(),
  /** When the session ends whatever happens, ISO 8601. */
  sessionEndsAt: z.iso.datetime(),
})

export type SessionUser = z.infer<typeof sessionUserSchema>

export const authEndpoints = endpoints({
  'GET /api/user': {
    summary: 'The signed-in user; 401 when there is none',
    tag: 'Sign-in',
    access: 'account.use',
    answer: sessionUserSchema,
  },
  'POST /api/login': {
    summary: 'Sign in',
    tag: 'Sign-in',
    access: 'anyone',
    body: z.strictObject({ username: usernameSchema, password: passwordSchema }),
    answer: sessionUserSchema,
  },
  'POST /api/register': {
    summary: 'Create a client account with a draft application, and sign it in',
    tag: 'Sign-in',
    access: 'anyone',
    body: z.strictObject({
      username: usernameSchema,
      password: passwordSchema,
      fullName: lineOfText().optional(),
    }),
    answer: sessionUserSchema,
    status: 201,
  },
  'POST /api/logout': {
    summary: 'Sign out',
    tag: 'Sign-in',
    access: 'anyone',
    answer: 'nothing',
  },
  'POST /api/request-password-reset': {
    summary: 'Ask for a temporary password; the same answer whether or not the account exists',
    tag: 'Sign-in',
    access: 'anyone',
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
    summary: 'Choose a new password; ends the other sessions of the user',
    tag: 'Sign-in',
    access: 'account.use',
    body: z.strictObject({ currentPassword: passwordSchema, newPassword: passwordSchema }),
    answer: sessionUserSchema,
  },
})
