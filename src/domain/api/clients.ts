import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { reviewedApplicationSchema } from './staff-applications.ts'

const ofApplication = z.strictObject({ id: z.uuid() })
const ofUser = z.strictObject({ id: z.uuid() })

/** Gives clients to a manager who has no FAIS letter: asked for first (409, `no-letter`). */
export const withoutLetter = z.literal(true).optional()

/** A temporary password that somebody was given, as whoever gave it sees it once. */
export const invitationAnswer = z.object({
  email: z.string(),
  temporaryPassword: z.string(),
  /** When the temporary password can no longer be used, ISO 8601. */
  expiresAt: z.iso.datetime(),
  /** Whether the invitation leaves as a real e-mail. */
  emailed: z.boolean(),
})

/** What staff do about clients as people: who looks after them, and that they come. */
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
  'POST /api/admin/applications/{id}/invitation': {
    summary:
      'Invite a client again who never signed in: a new temporary one by e-mail, the one before is void',
    tag: 'Users',
    access: 'invitation.renew',
    repeated: 'keyed',
    params: ofApplication,
    answer: invitationAnswer,
  },
  'POST /api/admin/applications/{id}/reminder': {
    summary:
      'Remind the client of a draft by e-mail, or invite them again who never signed in; a second time within 24 hours only with `again` (409)',
    tag: 'Review',
    access: 'application.administer',
    repeated: 'keyed',
    params: ofApplication,
    body: z.strictObject({ again: z.literal(true).optional() }),
    answer: reviewedApplicationSchema,
  },
})
