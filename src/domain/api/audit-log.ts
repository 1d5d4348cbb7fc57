import { z } from 'zod'
import { lineOfText } from '#domain/applications/wizard/text.ts'
import { auditActions } from '#domain/audit/action-labels.ts'
import { zonedTimestampSchema } from '#domain/time/timestamp-schema.ts'
import { endpoints } from './endpoint.ts'
import { packedCursor, pageSizeOf } from './list-query.ts'

/** How many rows a page holds where nobody says otherwise (specification section 9), and at most. */
const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 500
const MAX_USERNAME_LENGTH = 254

const count = z.number().int().min(0)
const timestamp = z.iso.datetime()

const auditOutcomes = ['success', 'failure'] as const

/** What the log is narrowed by. */
const auditFilter = {
  /** Who acted: the username or id of a user. */
  user: lineOfText(MAX_USERNAME_LENGTH).optional(),
  action: z.enum(auditActions).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** From this moment on. */
  from: zonedTimestampSchema.optional(),
  /** Up to, and without, this moment. */
  to: zonedTimestampSchema.optional(),
}

/**
 * The newest first. A page may hold fewer rows than asked for and the log go on all the same: each searches so far and
 * no further. The `Link` header (rel="next") is there while there is more; `X-Total-Count` where nothing narrows it.
 */
const auditQuery = z.strictObject({
  ...auditFilter,
  limit: pageSizeOf({ initial: DEFAULT_PAGE_SIZE, max: MAX_PAGE_SIZE }),
  /** From the `Link` header of the page before. */
  cursor: packedCursor.optional(),
})

const systemAuditEntry = z.object({
  id: z.string(),
  timestamp,
  userId: z.uuid().nullable(),
  /** The user's name for those who read; null where nobody was signed in, or the user is gone. */
  userName: z.string().nullable(),
  action: z.string(),
  /** What was acted on: what sort of thing, and its id where it has one. */
  resource: z.string(),
  ipAddress: z.string().nullable(),
  status: z.enum(['SUCCESS', 'FAILURE']),
})

const securityAuditEntry = z.object({
  id: z.string(),
  timestamp,
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  action: z.string(),
  success: z.boolean(),
  ip: z.string().nullable(),
})

/** Whether the log is as it was written, by the latest check of its chain (docs/decisions/0038). */
export const chainStateSchema = z.object({
  /** Null before the first check. */
  sound: z.boolean().nullable(),
  /** The last row that was found sound, and when it was written. */
  verifiedUpTo: count.nullable(),
  verifiedUntil: timestamp.nullable(),
  /** When the newest rows, and when all of them, were checked last. */
  checkedAt: timestamp.nullable(),
  wholeCheckedAt: timestamp.nullable(),
  /** The first row that is not as it was written, and what is wrong with it. */
  firstAltered: z.object({ id: z.number().int(), reason: z.string() }).nullable(),
})

export type ChainState = z.infer<typeof chainStateSchema>
export type SystemAuditEntry = z.infer<typeof systemAuditEntry>
export type SecurityAuditEntry = z.infer<typeof securityAuditEntry>

/** The audit log, for those who look after the system and those who look after security. */
export const auditLogEndpoints = endpoints({
  'GET /api/system-admin/audit-logs': {
    summary: 'List the audit log, latest first, page by page',
    tag: 'Security',
    access: 'audit-log.read',
    query: auditQuery,
    answer: z.array(systemAuditEntry),
  },
  'GET /api/system-admin/audit-logs/export': {
    summary: 'Download the audit log as CSV, latest first; the log records that too',
    tag: 'Security',
    access: 'audit-log.read',
    query: z.strictObject(auditFilter),
    answer: 'file',
  },
  'GET /api/system-admin/audit-log-state': {
    summary: 'Show whether the audit log was intact when its chain was last checked',
    tag: 'Security',
    access: 'audit-log.read',
    answer: chainStateSchema,
  },
  'GET /api/admin/security/audit-logs': {
    summary: 'List the audit log as the security dashboard shows it, latest first, page by page',
    tag: 'Security',
    access: 'security.watch',
    query: auditQuery,
    answer: z.array(securityAuditEntry),
  },
})
