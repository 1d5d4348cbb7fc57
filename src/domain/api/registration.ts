import { z } from 'zod'
import { nameText } from '#domain/applications/wizard/text.ts'
import { passwordSchema, sessionUserSchema, usernameSchema } from './auth.ts'
import { endpoints } from './endpoint.ts'

/** Our tokens are shorter; longer input is rejected before hashing. */
const TOKEN_LENGTH = 200

const mailedToken = z.strictObject({
  token: z.string().min(1, 'The link is not complete.').max(TOKEN_LENGTH),
})

/** Self-registration and address confirmation (specification section 7). */
export const registrationEndpoints = endpoints({
  'POST /api/register': {
    summary:
      'Create a client account with a draft application, and sign in; nothing is open to it until its address is confirmed',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'attempt',
    body: z.strictObject({
      username: usernameSchema,
      password: passwordSchema,
      fullName: nameText().optional(),
    }),
    answer: sessionUserSchema,
    status: 201,
  },
  'POST /api/confirm-address': {
    summary: 'Confirm the address of your account, by the link mailed to it',
    tag: 'Sign-in',
    access: 'address.confirm',
    repeated: 'same',
    body: mailedToken,
    answer: sessionUserSchema,
  },
  'POST /api/new-address': {
    summary: 'Confirm the new address that staff gave you, by the link mailed to it; ends all your sessions',
    tag: 'Sign-in',
    access: 'own-address.change',
    repeated: 'attempt',
    body: mailedToken,
    answer: z.object({ email: z.string() }),
  },
  'POST /api/keep-address': {
    summary: 'Stop a change of address, by the link mailed to the old one',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'same',
    body: mailedToken,
    answer: 'nothing',
  },
  'POST /api/confirm-address/mail': {
    summary: 'Mail the link that confirms your address again; the old one stops working',
    tag: 'Sign-in',
    access: 'address.confirm',
    repeated: 'keyed',
    answer: z.object({
      /** In demo mode only: the link's path on this site. */
      link: z.string().optional(),
    }),
  },
})
