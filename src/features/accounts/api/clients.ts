import { z } from 'zod'
import { nameText } from '#base/rules/input/text.ts'
import { usernameSchema } from '#features/access/api/auth.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { undoTokenSchema } from '#features/applications/api/undo-token.ts'
import { FULL_NAME_LENGTH } from './staff-name.ts'
import { reviewedApplicationSchema } from '#features/review/api/staff-applications.ts'

const NAME_NEEDED = 'Please enter the client’s name'

const ofApplication = z.strictObject({ id: z.uuid() })
const ofUser = z.strictObject({ id: z.uuid() })

/** Confirms assigning clients to a manager without a FAIS letter (409, `no-letter`, otherwise). */
export const withoutLetter = z.literal(true).optional()

/** A temporary password, shown once to the user that issued it. */
export const invitationAnswer = z.object({
  email: z.string(),
  temporaryPassword: z.string(),
  /** When the temporary password expires, ISO 8601. */
  expiresAt: z.iso.datetime(),
  /** Whether the invitation is sent as a real e-mail. */
  emailed: z.boolean(),
})

/** Staff calls on clients: assignment and invitations. */
export const clientEndpoints = endpoints({
  'PUT /api/admin/applications/{id}/wealth-manager': {
    summary: 'Assign the client of an application to a wealth manager; letters, lists and emails move too',
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
    summary: 'Hand over all clients of a wealth manager to another',
    tag: 'Users',
    access: 'clients.hand-over',
    repeated: 'keyed',
    params: ofUser,
    body: z.strictObject({
      to: z.uuid('Please select a wealth manager for these clients.'),
      withoutLetter,
    }),
    answer: z.object({ handedOver: z.number().int(), undo: undoTokenSchema }),
  },
  'POST /api/admin/clients/{id}/correction': {
    summary:
      'Correct a client’s name, sign-in email address, or both; the name changes at once, the address once they confirm it (at once if they have never signed in)',
    tag: 'Users',
    access: 'client.correct',
    repeated: 'keyed',
    params: ofUser,
    body: z
      .strictObject({
        fullName: nameText(FULL_NAME_LENGTH, NAME_NEEDED).min(1, NAME_NEEDED).optional(),
        email: usernameSchema.optional(),
      })
      .refine(({ fullName, email }) => fullName !== undefined || email !== undefined, {
        error: 'Please enter a name or an email address',
      }),
    answer: z.object({
      fullName: z.string().nullable(),
      /** The new address; null where none was given. */
      email: z.string().nullable(),
      /** Until when it can be confirmed, ISO 8601; null where it is in effect already. */
      expiresAt: z.iso.datetime().nullable(),
      undo: undoTokenSchema,
    }),
  },
  'DELETE /api/admin/clients/{id}/address': {
    summary: 'Cancel a pending change of address',
    tag: 'Users',
    access: 'client.correct',
    repeated: 'same',
    params: ofUser,
    answer: 'nothing',
  },
  'POST /api/admin/applications/{id}/invitation': {
    summary:
      'Renew the invitation of a client who has never signed in: emails a new temporary password and revokes the old one',
    tag: 'Users',
    access: 'invitation.renew',
    repeated: 'keyed',
    params: ofApplication,
    body: z.strictObject({
      /** The invitation, if the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: invitationAnswer,
  },
  'PUT /api/admin/applications/{id}/automatic-reminders': {
    summary: 'Stop a client’s automatic reminders of drafts and correction requests, or start them again',
    tag: 'Review',
    access: 'reminders.set',
    repeated: 'same',
    params: ofApplication,
    body: z.strictObject({ on: z.boolean() }),
    answer: reviewedApplicationSchema,
  },
  'POST /api/admin/applications/{id}/reminder': {
    summary:
      'Remind a client of their draft by email, or reinvite them if they have never signed in; a second time within 24 hours only with `again` (409)',
    tag: 'Review',
    access: 'application.administer',
    repeated: 'keyed',
    params: ofApplication,
    body: z.strictObject({
      again: z.literal(true).optional(),
      /** The mail to the client, if the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: reviewedApplicationSchema,
  },
})

type ClientEndpoints = typeof clientEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends ClientEndpoints {}
}
