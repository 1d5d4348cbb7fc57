import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'
import { todayKindNames } from '#features/today/rules/today.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const todayRowSchema = z.object({
  kind: z.enum(todayKindNames),
  /** Null where it is about several, or about staff. */
  applicationId: z.uuid().nullable(),
  /** Of the client, or of the member of staff; null where it is about several. */
  name: z.string().nullable(),
  /** The number of clients. */
  count: z.number().int(),
  /** Since when; null where that says nothing. */
  since: timestamp.nullable(),
  /** The day by which an answer was promised. */
  promisedBy: z.iso.date().nullable(),
  late: z.boolean(),
  /** The wealth manager, where it is not the reader. */
  manager: z.string().nullable(),
  /** Who asked, or mentioned the reader. */
  by: z.string().nullable(),
  /** A strong match. */
  strong: z.boolean(),
  /** Of the match or the request, for Compliance. */
  item: z.uuid().nullable(),
  /** The note that mentions the reader. */
  note: z.uuid().nullable(),
  /** The notification, where the row leaves only when it is marked as read. */
  notification: z.uuid().nullable(),
})

/** What there is to do. */
export type TodayRow = z.infer<typeof todayRowSchema>

/** What a member of staff has to do now (docs/decisions/0158). */
export const todayEndpoints = endpoints({
  'GET /api/today': {
    summary: 'List what you have to do now, in order; up to 100 of a kind',
    tag: 'Review',
    access: 'today.read',
    answer: z.array(todayRowSchema),
  },
})

type TodayEndpoints = typeof todayEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends TodayEndpoints {}
}
