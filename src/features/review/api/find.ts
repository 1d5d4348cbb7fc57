import { z } from 'zod'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { MAX_SEARCH_LENGTH } from '#base/rules/api/list.ts'
import { lineOfText } from '#base/rules/input/text.ts'
import { roles } from '#features/access/rules/roles.ts'
import { endpoints } from '#features/access/api/endpoint.ts'

/** An application as a search result. */
const foundApplication = z.object({
  id: z.uuid(),
  /** Formatted, `PPW-7Q3K-29`. */
  reference: z.string(),
  status: z.enum(applicationStatuses),
  fullName: z.string().nullable(),
  emailAddress: z.string(),
  wealthManagerName: z.string().nullable(),
})

export type FoundApplication = z.infer<typeof foundApplication>

/** A user as a search result. */
const foundPerson = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  fullName: z.string().nullable(),
  username: z.string(),
})

export type FoundPerson = z.infer<typeof foundPerson>

/** Global search for users and applications. */
export const findEndpoints = endpoints({
  'POST /api/staff/find': {
    summary:
      'Find people and applications in your scope, a few of each: by name, address, reference, application ID, or a whole ID or passport number',
    tag: 'Review',
    access: 'people.find',
    repeated: 'attempt',
    body: z.strictObject({
      /** Empty: the applications that the caller opened last. */
      text: lineOfText(MAX_SEARCH_LENGTH),
    }),
    answer: z.object({
      applications: z.array(foundApplication),
      people: z.array(foundPerson),
    }),
  },
})

type FindEndpoints = typeof findEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends FindEndpoints {}
}
