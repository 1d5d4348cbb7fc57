import { z } from 'zod'
import { applicationStatuses } from '#domain/applications/lifecycle/statuses.ts'
import { MAX_SEARCH_LENGTH } from '#domain/applications/review/list.ts'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { roles } from '#domain/users/roles.ts'
import { endpoints } from './endpoint.ts'

/** An application as somebody sees it who looks for one. */
const foundApplication = z.object({
  id: z.uuid(),
  /** As people read it, `PPW-7Q3K-29`. */
  reference: z.string(),
  status: z.enum(applicationStatuses),
  fullName: z.string().nullable(),
  emailAddress: z.string(),
  wealthManagerName: z.string().nullable(),
})

export type FoundApplication = z.infer<typeof foundApplication>

/** Somebody with an account. */
const foundPerson = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  username: z.string(),
})

export type FoundPerson = z.infer<typeof foundPerson>

/** Looking for somebody or something by what one has. */
export const findEndpoints = endpoints({
  'POST /api/staff/find': {
    summary:
      'Find people and applications within your reach, a few of each: by name, address, reference, application ID, or a whole ID or passport number',
    tag: 'Review',
    access: 'people.find',
    repeated: 'anew',
    body: z.strictObject({
      /** Nothing: the applications that the caller has opened last. */
      text: lineOfText(MAX_SEARCH_LENGTH),
    }),
    answer: z.object({
      applications: z.array(foundApplication),
      people: z.array(foundPerson),
    }),
  },
})
