import { z } from 'zod'
import { applicationStatuses } from '#domain/applications/lifecycle/statuses.ts'
import { nameText } from '#domain/applications/wizard/text.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/auth/password-policy.ts'
import { emptyAs } from '#domain/input/empty-as.ts'
import { roles } from '#domain/users/roles.ts'
import { userStatuses } from '#domain/users/statuses.ts'
import { usernameSchema } from './auth.ts'
import { invitationAnswer, withoutLetter } from './clients.ts'
import { endpoints } from './endpoint.ts'
import { undoTokenSchema } from './undo-token.ts'
import { packedCursor, pageSizeOrAll, searchText } from './list-query.ts'
import { phoneSchema } from './phone.ts'
import { FULL_NAME_LENGTH, staffName } from './staff-name.ts'

/** How many users a page holds at most. */
const MAX_PAGE_SIZE = 500
/** A page of users' applications is asked for by their ids, which have to fit into an address. */
const MAX_USER_IDS = 100

const timestamp = z.iso.datetime()

/** Somebody with an account, as a list names them. */
const listedUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  /** Whether they have a FAIS letter, which clients of a manager sign. */
  hasFaisLetter: z.boolean(),
})

export type ListedUser = z.infer<typeof listedUserSchema>

/** Somebody with an account, as those see them who look after it. */
const administeredUser = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  /** Where a manager's clients call them, in E.164 form. */
  phone: z.string().nullable(),
  status: z.enum(userStatuses),
  createdAt: timestamp,
  /** A client's manager. */
  wealthManagerId: z.uuid().nullable(),
  wealthManagerName: z.string().nullable(),
  /** A manager's current FAIS document; it opens at this path with `/fais-documents/` in place of `/objects/`. */
  faisDocumentPath: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  /** How many clients a manager has. */
  clients: z.number().int(),
})

export type AdministeredUser = z.infer<typeof administeredUser>

/** A page's size; the next page's address is in the answer's `Link` header. */
const limit = pageSizeOrAll(MAX_PAGE_SIZE)

/** Ids of users with commas between them. */
const userIds = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(z.uuid('Please send ids of users.')).max(MAX_USER_IDS))
  .optional()

const ofUser = z.strictObject({ id: z.uuid() })

/** The address that a file was sent to, without its query string. */
const uploadedTo = z.string().min(1).max(2000)

/** Calls about everybody's accounts: by staff who invite, and by those who look after them (specification sections 6 and 7). */
export const userEndpoints = endpoints({
  'GET /api/admin/users': {
    summary:
      'List everybody with an account that is not deactivated, by username; page by page with `limit` or `cursor`',
    tag: 'Users',
    access: 'users.list',
    query: z.strictObject({
      role: z.enum(roles).optional(),
      limit,
      /** From the `Link` header of the page before. */
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
      /** An admin chooses; a wealth manager may name themselves, and nobody else. */
      wealthManagerId: z.uuid('Please select a wealth manager for this client.').optional(),
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
      /** How many users there are of each role, deactivated ones too. */
      users: z.array(
        z.object({ role: z.enum(roles), status: z.enum(userStatuses), count: z.number().int() }),
      ),
    }),
  },
  'GET /api/system-admin/users': {
    summary: 'List everybody with an account, newest first; page by page with `limit` or `cursor`',
    tag: 'Users',
    access: 'users.administer',
    query: z.strictObject({
      role: z.enum(roles).optional(),
      status: z.enum(userStatuses).optional(),
      /** Parts of a name or a username: who has all of them is found. */
      search: searchText.optional(),
      limit,
      cursor: packedCursor.optional(),
    }),
    answer: z.array(administeredUser),
  },
  'GET /api/system-admin/applications': {
    summary:
      'Show where users’ applications stand: those of the users named, or all; page by page with `limit` or `cursor`',
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
    summary: 'Create a user of any role; without a password they are invited with a temporary one',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'keyed',
    body: z.strictObject({
      username: usernameSchema,
      fullName: nameText(FULL_NAME_LENGTH).optional(),
      /** Empty for one that is generated. */
      password: z
        .string()
        .max(PASSWORD_MAX_LENGTH * 4)
        .optional(),
      role: z.enum(roles),
      /** For a client, and required then. */
      wealthManagerId: emptyAs(null, z.uuid('Please select a wealth manager for this client.').nullish()),
      /** For a manager, and required then: the address that the file was sent to. */
      faisDocumentPath: emptyAs(null, uploadedTo.nullish()),
    }),
    answer: z.object({
      user: administeredUser,
      /** What was generated; null where a password was chosen. */
      temporaryPassword: z.string().nullable(),
      expiresAt: timestamp.nullable(),
      /** Whether the invitation leaves as a real e-mail. */
      emailed: z.boolean(),
    }),
    status: 201,
  },
  'PATCH /api/system-admin/users/{id}': {
    summary:
      'Change a user’s role, wealth manager, phone number for clients, FAIS document, or whether the account can be used, and the name and email address of staff; a new role or status ends all their sessions',
    tag: 'Users',
    access: 'users.administer',
    repeated: 'same',
    params: ofUser,
    body: z.strictObject({
      role: z.enum(roles).optional(),
      /** For a client; null for none. */
      wealthManagerId: z.uuid().nullable().optional(),
      deactivated: z.boolean().optional(),
      /** For staff; a client's name and address are corrected by a call of their own. */
      fullName: staffName.optional(),
      /** A new address for one of the staff: it counts once its owner has confirmed it by the link that is mailed to it. */
      email: usernameSchema.optional(),
      /** Where a wealth manager's clients call them; empty for the firm's number. */
      phone: phoneSchema.optional(),
      /** To whom the clients go of a wealth manager who is to be one no longer: without it they are kept (409, `has-clients`). */
      clientsTo: z.uuid('Please select a wealth manager for these clients.').optional(),
      withoutLetter,
      /** For who is to be a wealth manager: the address that their FAIS document was sent to. */
      faisDocumentPath: uploadedTo.optional(),
    }),
    /** What is taken back is a client's new manager alone. */
    answer: administeredUser.extend({ undo: undoTokenSchema }),
  },
  'DELETE /api/system-admin/users/{id}': {
    summary: 'Delete a user who has left nothing behind that has to be kept',
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
      'Remove the second factor of a user who has lost it; ends their sessions, and tells them by email',
    tag: 'Users',
    access: 'second-factor.reset',
    repeated: 'same',
    params: ofUser,
    answer: 'nothing',
  },
})
