import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { passwordSchema, sessionUserSchema, usernameSchema } from './auth.ts'
import { endpoints } from './endpoint.ts'

/** Ours are shorter; more is worth no hash. */
const TOKEN_LENGTH = 200

const mailedToken = z.strictObject({
  token: z.string().min(1, 'The link is not complete.').max(TOKEN_LENGTH),
})

/** Calls of people who open an account for themselves (specification section 7), and of those whose address changes. */
export const registrationEndpoints = endpoints({
  'POST /api/register': {
    summary:
      'Create a client account with a draft application, and sign it in; nothing is open to it before its address is confirmed',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'anew',
    body: z.strictObject({
      username: usernameSchema,
      password: passwordSchema,
      fullName: lineOfText().optional(),
    }),
    answer: sessionUserSchema,
    status: 201,
  },
  'POST /api/confirm-address': {
    summary: 'Show that the address of the signed-in account is its own, by the link that was mailed to it',
    tag: 'Sign-in',
    access: 'address.confirm',
    repeated: 'same',
    body: mailedToken,
    answer: sessionUserSchema,
  },
  'POST /api/new-address': {
    summary:
      'Take over the new address that staff gave the signed-in client, by the link that was mailed to it; ends every session',
    tag: 'Sign-in',
    access: 'own-address.change',
    repeated: 'anew',
    body: mailedToken,
    answer: z.object({ email: z.string() }),
  },
  'POST /api/keep-address': {
    summary: 'Stop the change of an address, by the link that was mailed to the address of before',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'same',
    body: mailedToken,
    answer: 'nothing',
  },
  'POST /api/confirm-address/mail': {
    summary: 'Mail the link that confirms the address again; the one before works no longer',
    tag: 'Sign-in',
    access: 'address.confirm',
    repeated: 'keyed',
    answer: z.object({
      /** In demo mode only: where the link leads to, as a path of this site. */
      link: z.string().optional(),
    }),
  },
})
