import { z } from 'zod'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { nameText } from '#base/rules/input/text.ts'
import { PASSWORD_MAX_LENGTH } from '#features/sign-in/rules/password-policy.ts'
import { emptyAs } from '#base/rules/input/empty-as.ts'
import { staffScreeningStateNames } from '#features/screening/rules/hits.ts'
import { roles } from '#features/access/rules/roles.ts'
import { userStatuses } from '#features/access/rules/statuses.ts'
import { usernameSchema } from '#features/access/api/auth.ts'
import { invitationAnswer, withoutLetter } from './clients.ts'
import { editedMailSchema } from '#features/mail/api/edited-mail.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { undoTokenSchema } from '#features/applications/api/undo-token.ts'
import { packedCursor, pageSizeOrAll, searchText } from '#base/rules/api/page.ts'
import { phoneSchema } from '#base/rules/api/phone.ts'
import { FULL_NAME_LENGTH, staffName } from './staff-name.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

/** Maximum page size. */
const MAX_PAGE_SIZE = 500
/** Maximum number of ids in one query, limited by URL length. */
const MAX_USER_IDS = 100

/** A user as a list item. */
const listedUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  /** Whether a manager has a FAIS letter for clients to sign. */
  hasFaisLetter: z.boolean(),
})

export type ListedUser = z.infer<typeof listedUserSchema>

/** A user as administrators see it. */
const administeredUser = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  /** A manager's number for clients, E.164. */
  phone: z.string().nullable(),
  status: z.enum(userStatuses),
  createdAt: timestamp,
  /** A client's manager. */
  wealthManagerId: z.uuid().nullable(),
  wealthManagerName: z.string().nullable(),
  /** A manager's current FAIS document; readable at this path with `/fais-documents/` instead of `/objects/`. */
  faisDocumentPath: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  /** Whether an admin is a senior manager, who decides on approvals. */
  seniorManager: z.boolean(),
  /** Whether an admin reads everything and changes nothing. */
  compliance: z.boolean(),
  /**
   * How far the comparison of staff with sanctions lists is. Null for clients, who is deactivated, the own account, and
   * with `FICA_PACK=off`.
   */
  screening: z.enum(staffScreeningStateNames).nullable(),
  /** Number of clients of a manager. */
  clients: z.number().int(),
})

export type AdministeredUser = z.infer<typeof administeredUser>

/** Page size; the `Link` header holds the next page. */
const limit = pageSizeOrAll(MAX_PAGE_SIZE)

/** User ids separated by commas. */
const userIds = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(z.uuid('Please send user IDs.')).max(MAX_USER_IDS))
  .optional()

const ofUser = z.strictObject({ id: z.uuid() })

/** The upload address without its query string. */
const uploadedTo = z.string().min(1).max(2000)

/** Calls on user accounts: invitations, and administration (specification sections 6 and 7). */
export const userEndpoints = endpoints({
  'GET /api/admin/users': {
    summary: 'List users that are not deactivated, by username; page by page with `limit` or `cursor`',
    tag: 'Users',
    access: 'users.list',
    query: z.strictObject({
      role: z.enum(roles).optional(),
      limit,
      /** From the previous page's `Link` header. */
      cursor: packedCursor.optional(),
    }),
    answer: z.array(listedUserSchema),
  },
  'POST /api/send-invitation': {
    summary: 'Create a client with a draft application and a temporary password, and invite them by email',
    tag: 'Users',
    access: 'client.invite',
    repeated: 'keyed',
    body: z.strictObject({
      email: usernameSchema,
      fullName: nameText(FULL_NAME_LENGTH).optional(),
      /** Chosen by an admin; a wealth manager can name only themselves. */
      wealthManagerId: z.uuid('Please select a wealth manager for this client.').optional(),
      /** The invitation, if the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: invitationAnswer,
    status: 201,
  },
  'GET /api/system-admin/stats': {
    summary: 'Count users, sessions and applications',
    tag: 'Users',
    access: 'users.administer',
    answer: z.object({
      totalUsers: z.number().int(),
      activeSessions: z.number().int(),
      totalApplications: z.number().int(),
      /** Users by role, including deactivated ones. */
      users: z.array(
        z.object({ role: z.enum(roles), status: z.enum(userStatuses), count: z.number().int() }),
      ),
    }),
  },
  'GET /api/system-admin/users': {
    summary: 'List all users, newest first; page by page with `limit` or `cursor`',
    tag: 'Users',
    access: 'users.administer',
    query: z.strictObject({
      role: z.enum(roles).optional(),
      status: z.enum(userStatuses).optional(),
      /** Parts of a name or username, all of which must match. */
      search: searchText.optional(),
      limit,
      cursor: packedCursor.optional(),
    }),
    answer: z.array(administeredUser),
  },
  'GET /api/system-admin/applications': {
    summary:
      'Get the stage of users’ applications, for the given users or all; page by page with `limit` or `cursor`',
    tag: 'Users',
    access: 'users.administer',
    query: z.strictObject({ userIds, limit, cursor: packedCursor.optional() }),
    answer: z.array(
      z.object({
        userId: z.uuid(),
        status: z.enum(applicationStatuses),
        currentStep: z.string().nullable(),
        createdByWealthManagerId: z.uuid().nullable(),
      }),
    ),
  },
  'POST /api/system-admin/users': {
    summary:
      'Create a user of any role. A password is temporary; without one they are invited with a generated one',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'keyed',
    body: z.strictObject({
      username: usernameSchema,
      fullName: nameText(FULL_NAME_LENGTH).optional(),
      /** Temporary: its owner chooses another at the first sign-in, within 72 hours. Empty: generated. */
      password: z
        .string()
        .max(PASSWORD_MAX_LENGTH * 4)
        .optional(),
      role: z.enum(roles),
      /** Required for a client. */
      wealthManagerId: emptyAs(null, z.uuid('Please select a wealth manager for this client.').nullish()),
      /** Required for a manager: the file's upload address. */
      faisDocumentPath: emptyAs(null, uploadedTo.nullish()),
      /**
       * Instead of `faisDocumentPath`, once the firm's letter is published: the letter is generated when its facts are
       * complete.
       */
      firmLetter: z.literal(true).optional(),
      /** A client's invitation, if the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: z.object({
      user: administeredUser,
      /** The generated password; null where one was chosen. */
      temporaryPassword: z.string().nullable(),
      expiresAt: timestamp.nullable(),
      /** Whether the invitation is sent as a real e-mail. */
      emailed: z.boolean(),
    }),
    status: 201,
  },
  'PATCH /api/system-admin/users/{id}': {
    summary:
      'Change a user’s role, wealth manager, phone number for clients, FAIS document or active state, and the name and email address of staff; a new role or state ends all their sessions',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: ofUser,
    body: z.strictObject({
      role: z.enum(roles).optional(),
      /** For a client; null for none. */
      wealthManagerId: z.uuid().nullable().optional(),
      deactivated: z.boolean().optional(),
      /** Whether an admin is a senior manager. */
      seniorManager: z.boolean().optional(),
      /** Whether an admin reads everything and changes nothing; ends their sessions. */
      compliance: z.boolean().optional(),
      /** Staff only; a client's name and address have their own call. */
      fullName: staffName.optional(),
      /** A staff member's new address; effective once confirmed by the mailed link. */
      email: usernameSchema.optional(),
      /** A wealth manager's number for clients; empty for the firm's. */
      phone: phoneSchema.optional(),
      /**
       * Who takes over the clients when a wealth manager changes role; without it they are kept (409, `has-clients`).
       */
      clientsTo: z.uuid('Please select a wealth manager for these clients.').optional(),
      withoutLetter,
      /** For a new wealth manager: upload address of the FAIS document. */
      faisDocumentPath: uploadedTo.optional(),
    }),
    /** Undo covers only a client's new manager. */
    answer: administeredUser.extend({ undo: undoTokenSchema }),
  },
  'DELETE /api/system-admin/users/{id}': {
    summary: 'Delete a user without records that must be retained',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: ofUser,
    answer: 'nothing',
  },
  'POST /api/system-admin/users/{id}/reset-password': {
    summary: 'Replace a user’s password with a temporary one, and end all their sessions',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'keyed',
    params: ofUser,
    body: z.strictObject({
      /** A client's invitation, if they have never signed in and the caller edited it. */
      mail: editedMailSchema.optional(),
    }),
    answer: z.object({
      username: z.string(),
      newPassword: z.string(),
      expiresAt: timestamp,
      emailed: z.boolean(),
    }),
  },
  'POST /api/system-admin/users/{id}/sign-out': {
    summary: 'End all sessions of a user',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'keyed',
    params: ofUser,
    answer: z.object({ endedSessions: z.number().int() }),
  },
  'DELETE /api/system-admin/users/{id}/second-factor': {
    summary:
      'Remove the second factor of a user who has lost it; ends their sessions, and notifies them by email',
    tag: 'Users',
    access: 'second-factor.reset',
    repeated: 'same',
    params: ofUser,
    answer: 'nothing',
  },
})

type UserEndpoints = typeof userEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends UserEndpoints {}
}
