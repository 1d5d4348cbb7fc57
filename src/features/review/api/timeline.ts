import { z } from 'zod'
import { applicationStatuses } from '#features/access/rules/lifecycle/statuses.ts'
import { actorRoles } from '#features/access/rules/roles.ts'
import { timelineParts } from '#features/audit/rules/timeline-parts.ts'
import { packedCursor, pageSize } from '#base/rules/api/page.ts'

const status = z.enum(applicationStatuses)

/** One event of an application. */
export const timelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** An audit event (`features/audit/rules/events.ts`). */
  action: z.string(),
  /** Null without a signed-in user, and for deleted users. */
  actorName: z.string().nullable(),
  actorRole: z.enum(actorRoles).nullable(),
  /** For a status change. */
  statusChange: z.object({ from: status, to: status, reason: z.string().nullable() }).nullable(),
})

export type TimelineEntry = z.infer<typeof timelineEntry>

/** Page of a timeline; the `Link` header holds the next one. */
export const pageQuery = z.strictObject({
  /** Decisions and actions, or routine events; default: all. */
  part: z.enum(timelineParts).optional(),
  limit: pageSize,
  cursor: packedCursor.optional(),
})
