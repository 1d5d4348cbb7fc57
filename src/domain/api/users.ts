import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { roles } from '#domain/users/roles.ts'
import { passwordSchema, sessionUserSchema, usernameSchema } from './auth.ts'
import { endpoints } from './endpoint.ts'
import { packedCursor, pageSizeOf } from './list-query.ts'

const FULL_NAME_LENGTH = 200
/** Ours are shorter; more is worth no hash. */
const TOKEN_LENGTH = 200

/** How many people a page of a list holds where nobody says otherwise, and at most. */
const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 500

/** Somebody with an account, as a list names them. */
const listedUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
})

export type ListedUser = z.infer<typeof listedUserSchema>

/** Calls about people: by themselves as they register, and by staff (specification section 7). */
export const userEndpoints = endpoints({
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
    body: z.strictObject({ token: z.string().min(1, 'The link is not complete.').max(TOKEN_LENGTH) }),
    answer: sessionUserSchema,
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
  'GET /api/admin/users': {
    summary: 'The people with an account that is not deactivated, by username, a page at a time',
    tag: 'Users',
    access: 'users.list',
    query: z.strictObject({
      role: z.enum(roles).optional(),
      limit: pageSizeOf({ usual: DEFAULT_PAGE_SIZE, most: MAX_PAGE_SIZE }),
      /** From the `Link` header of the page before. */
      cursor: packedCursor.optional(),
    }),
    answer: z.array(listedUserSchema),
  },
  'POST /api/send-invitation': {
    summary: 'Create a client with a draft application and a temporary password, and invite them by e-mail',
    tag: 'Users',
    access: 'client.invite',
    repeated: 'keyed',
    body: z.strictObject({
      email: usernameSchema,
      fullName: lineOfText(FULL_NAME_LENGTH).optional(),
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
