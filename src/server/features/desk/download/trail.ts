import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { StepName } from '#domain/applications/lifecycle/reopening.ts'
import { auditActionLabels } from '#domain/audit/action-labels.ts'
import type { AuditAction, AuditDetails } from '#domain/audit/events.ts'
import { roleLabels, type Role } from '#domain/users/roles.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { statusReasons } from '#server/platform/db/review-schema.ts'
import { users } from '#server/platform/db/schema.ts'

/** Something that decided how an application went on. */
export interface TrailEntry {
  at: Date
  what: string
  who: string
  /** The reason that was given, where one was. */
  why: string
}

const stepWords = {
  submit: 'Submitted',
  startReview: 'Review started',
  approve: 'Approved',
  reject: 'Rejected',
  markOnboarded: 'Onboarded',
  markCancelled: 'Cancelled',
  reopen: 'Reopened',
  undo: 'Undone before anybody was told',
} as const satisfies Record<StepName, string>

/** What a file is asked about later. Who looked at it, and each save, are in the audit log alone. */
const decisive = [
  'application.created',
  'application.manager-changed',
  'application.status-changed',
  'correction.asked',
  'correction.answered',
  'correction.closed',
  'document.signed',
  'annual-review.completed',
] as const satisfies readonly AuditAction[]

/**
 * How an application came to where it stands, the oldest first, as the audit log tells it.
 *
 * @param reader a client is told by which role, and what they were told already: neither the names nor the reasons of staff
 */
export async function trailOf(
  db: Queries,
  applicationId: string,
  reader: 'staff' | 'client',
): Promise<TrailEntry[]> {
  const rows = await db
    .select({
      at: auditEvents.at,
      action: auditEvents.action,
      details: auditEvents.details,
      role: auditEvents.actorRole,
      name: sql<string | null>`coalesce(${users.fullName}, ${users.username})`,
      reason: statusReasons.reason,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .leftJoin(
      statusReasons,
      and(
        eq(auditEvents.action, 'application.status-changed'),
        eq(statusReasons.applicationId, applicationId),
        eq(statusReasons.at, auditEvents.at),
        sql`${statusReasons.status} = ${auditEvents.details} ->> 'to'`,
      ),
    )
    .where(
      and(
        eq(auditEvents.objectId, applicationId),
        inArray(auditEvents.action, [...decisive]),
        eq(auditEvents.success, true),
      ),
    )
    .orderBy(asc(auditEvents.id))
  return rows.map(({ at, action, details, role, name, reason }) => ({
    at,
    what: wordsOf(action, details),
    who: reader === 'client' && role !== 'client' ? whoIs(null, role) : whoIs(name, role),
    why: reader === 'client' ? '' : (reason ?? ''),
  }))
}

function wordsOf(action: AuditAction, details: unknown): string {
  if (action !== 'application.status-changed') return auditActionLabels[action]
  return stepWords[(details as AuditDetails['application.status-changed']).action]
}

function whoIs(name: string | null, role: Role | null): string {
  if (role === null) return name ?? 'The system'
  return name === null ? roleLabels[role] : `${name}, ${roleLabels[role]}`
}
