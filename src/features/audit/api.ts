import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { auditGroupNames } from '#features/audit/rules/event.ts'
import { auditActions } from '#features/audit/rules/events.ts'
import { zonedTimestampSchema } from '#base/rules/time/timestamp-schema.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { packedCursor, pageSizeOf, pageSizeOrAll } from '#base/rules/api/page.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

/** Default and maximum page size (specification section 9). */
const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 500
const MAX_NAME_LENGTH = 254

const count = z.number().int().min(0)
const auditOutcomes = ['success', 'failure'] as const

/** Filters of the log. */
const auditFilter = {
  /** The actor's username, id or name. */
  user: lineOfText(MAX_NAME_LENGTH).optional(),
  /**
   * A client by username, user id or name: events about the account and its application. Or an application by reference
   * or id: events about it alone.
   */
  about: lineOfText(MAX_NAME_LENGTH).optional(),
  action: z.enum(auditActions).optional(),
  group: z.enum(auditGroupNames).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Inclusive. */
  from: zonedTimestampSchema.optional(),
  /** Exclusive. */
  to: zonedTimestampSchema.optional(),
}

/**
 * Newest first. A page may hold fewer rows than requested although more exist, since each request scans a limited
 * range; the `Link` header (rel="next") is there while more exist. `X-Total-Count` is sent without filters only.
 */
const auditQuery = z.strictObject({
  ...auditFilter,
  limit: pageSizeOf({ initial: DEFAULT_PAGE_SIZE, max: MAX_PAGE_SIZE }),
  /** From the previous page's `Link` header. */
  cursor: packedCursor.optional(),
})

/** As `auditQuery`; without `limit` and `cursor`, everything (decisions, "Audit logs of section 7"). */
const wholeAuditQuery = auditQuery.extend({ limit: pageSizeOrAll(MAX_PAGE_SIZE) })

const systemAuditEntry = z.object({
  id: z.string(),
  timestamp,
  userId: z.uuid().nullable(),
  /** Display name; null without a signed-in user, or for a deleted one. */
  userName: z.string().nullable(),
  action: z.string(),
  /** The object: its kind, and its id if it has one. */
  resource: z.string(),
  /** The user's name, or the application's reference and client; null for no object, or a deleted one. */
  resourceName: z.string().nullable(),
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
  /** The object, as in the other view. */
  resource: z.string(),
  resourceName: z.string().nullable(),
})

/** Result of the latest hash chain check (docs/decisions/0038). */
export const chainStateSchema = z.object({
  /** Null before the first check. */
  sound: z.boolean().nullable(),
  /** The last verified row and its timestamp. */
  verifiedUpTo: count.nullable(),
  verifiedUntil: timestamp.nullable(),
  /** When the newest rows, and all rows, were last checked. */
  checkedAt: timestamp.nullable(),
  wholeCheckedAt: timestamp.nullable(),
  /** The first altered row, and how it differs. */
  firstAltered: z.object({ id: z.number().int(), reason: z.string() }).nullable(),
})

export type ChainState = z.infer<typeof chainStateSchema>
export type SystemAuditEntry = z.infer<typeof systemAuditEntry>
export type SecurityAuditEntry = z.infer<typeof securityAuditEntry>

/** The audit log for system and security administrators. */
export const auditLogEndpoints = endpoints({
  'GET /api/system-admin/audit-logs': {
    summary: 'List the audit log, latest first: up to 10,000 rows, or page by page',
    tag: 'Security',
    access: 'audit-log.read',
    query: wholeAuditQuery,
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
    summary: 'Get the result of the last integrity check of the audit log',
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

type AuditLogEndpoints = typeof auditLogEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends AuditLogEndpoints {}
}
