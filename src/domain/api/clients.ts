import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { reviewedApplicationSchema } from './staff-applications.ts'

const ofApplication = z.strictObject({ id: z.uuid() })
const ofUser = z.strictObject({ id: z.uuid() })

/** Gives clients to a manager who has no FAIS letter: asked for first (409, `no-letter`). */
export const withoutLetter = z.literal(true).optional()

/** What staff do about clients as people: who looks after them. */
export const clientEndpoints = endpoints({
  'PUT /api/admin/applications/{id}/wealth-manager': {
    summary: 'Give the client of an application to a wealth manager; letters, lists and mails follow',
    tag: 'Users',
    access: 'application.administer',
    repeated: 'same',
    params: ofApplication,
    body: z.strictObject({
      wealthManagerId: z.uuid('Please select a wealth manager for this client.'),
      withoutLetter,
    }),
    answer: reviewedApplicationSchema,
  },
  'POST /api/admin/wealth-managers/{id}/hand-over': {
    summary: 'Hand all clients of a wealth manager over to another one',
    tag: 'Users',
    access: 'clients.hand-over',
    repeated: 'keyed',
    params: ofUser,
    body: z.strictObject({
      to: z.uuid('Please select a wealth manager for these clients.'),
      withoutLetter,
    }),
    answer: z.object({ handedOver: z.number().int() }),
  },
})
