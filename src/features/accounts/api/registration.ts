import { z } from 'zod'
import { nameText } from '#base/rules/input/text.ts'
import { mailedTokenSchema, sessionUserSchema, usernameSchema } from '#features/access/api/auth.ts'
import { passwordSchema } from '#features/access/api/own-proof.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

/** Self-registration and address confirmation (specification section 7). */
export const registrationEndpoints = endpoints({
  'POST /api/register': {
    summary:
      'Create a client account with a draft application, and sign in; it has no access until its address is confirmed',
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
    summary: 'Confirm the address of your account with the mailed link',
    tag: 'Sign-in',
    access: 'address.confirm',
    repeated: 'same',
    body: mailedTokenSchema,
    answer: sessionUserSchema,
  },
  'POST /api/new-address': {
    summary: 'Confirm your new address with the mailed link; ends all your sessions',
    tag: 'Sign-in',
    access: 'own-address.change',
    repeated: 'attempt',
    body: mailedTokenSchema,
    answer: z.object({ email: z.string() }),
  },
  'POST /api/keep-address': {
    summary: 'Stop a change of address with the link mailed to the old one',
    tag: 'Sign-in',
    access: 'anyone',
    repeated: 'same',
    body: mailedTokenSchema,
    answer: 'nothing',
  },
  'POST /api/confirm-address/mail': {
    summary: 'Resend the link that confirms your address; the old one stops working',
    tag: 'Sign-in',
    access: 'address.confirm',
    repeated: 'keyed',
    answer: z.object({
      /** In demo mode only: the link's path on this site. */
      link: z.string().optional(),
    }),
  },
})

type RegistrationEndpoints = typeof registrationEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends RegistrationEndpoints {}
}
