import { z } from 'zod'
import { usernameSchema } from './auth.ts'
import { endpoints } from './endpoint.ts'

const FULL_NAME_LENGTH = 200

/** Calls about people, made by staff (specification section 7). */
export const userEndpoints = endpoints({
  'POST /api/send-invitation': {
    summary: 'Create a client with a draft application and a temporary password, and invite them by e-mail',
    tag: 'Users',
    access: ['admin', 'wealth_manager'],
    body: z.strictObject({
      email: usernameSchema,
      fullName: z.string().trim().max(FULL_NAME_LENGTH).optional(),
      /** An admin chooses; a wealth manager's clients are their own, whatever is sent. */
      wealthManagerId: z.uuid('Please select a wealth manager for this client.').optional(),
    }),
    answer: z.object({
      email: z.string(),
      temporaryPassword: z.string(),
      /** When the temporary password can no longer be used, ISO 8601. */
      expiresAt: z.iso.datetime(),
      /** Whether the invitation leaves as a real e-mail. */
      emailed: z.boolean(),
    }),
    status: 201,
  },
})
