import { z } from 'zod'
import { endpoints } from '#features/access/api/endpoint.ts'
import { todayKindNames, type TodayRow } from '#features/today/rules/today.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const todayRowSchema = z.object({
  kind: z.enum(todayKindNames),
  applicationId: z.uuid().nullable(),
  name: z.string().nullable(),
  count: z.number().int(),
  since: timestamp.nullable(),
  promisedBy: z.iso.date().nullable(),
  late: z.boolean(),
  manager: z.string().nullable(),
  by: z.string().nullable(),
  strong: z.boolean(),
  item: z.uuid().nullable(),
  note: z.uuid().nullable(),
  notification: z.uuid().nullable(),
}) satisfies z.ZodType<TodayRow>

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
