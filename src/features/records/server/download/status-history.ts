import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { StepName } from '#features/applications/rules/lifecycle/reopening.ts'
import { auditEvents as events } from '#features/audit/rules/events.ts'
import type { AuditAction, AuditDetails } from '#features/audit/rules/events.ts'
import { actorLabels, type ActorRole } from '#features/access/rules/roles.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { statusReasons } from '#features/applications/schema/review-schema.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'

/** An event that changed the course of an application. */
export interface HistoryEntry {
  at: Date
  what: string
  who: string
  /** The reason, if there was one. */
  why: string
}

const actionLabels = {
  submit: 'Submitted',
  startReview: 'Review started',
  approve: 'Approved',
  reject: 'Rejected',
  markOnboarded: 'Onboarded',
  markCancelled: 'Cancelled',
  reopen: 'Reopened',
  undo: 'Undone before anyone was notified',
} as const satisfies Record<StepName, string>

/** The relevant events; access and saves are only in the audit log. */
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
 * The history of an application's status from the audit log, oldest first.
 *
 * @param reader clients see roles only, and what they were notified of: neither names nor reasons of staff
 */
export async function statusHistoryOf(
  db: Queries,
  applicationId: string,
  reader: 'staff' | 'client',
): Promise<HistoryEntry[]> {
  const rows = await db
    .select({
      at: auditEvents.at,
      action: auditEvents.action,
      details: auditEvents.details,
      role: auditEvents.actorRole,
      name: nameOfUser(auditEvents.actorId),
      reason: statusReasons.reason,
    })
    .from(auditEvents)
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
    what: labelOf(action, details),
    who: reader === 'client' && role !== 'client' ? whoIs(null, role) : whoIs(name, role),
    why: reader === 'client' ? '' : (reason ?? ''),
  }))
}

function labelOf(action: AuditAction, details: unknown): string {
  if (action !== 'application.status-changed') return events[action].label
  return actionLabels[(details as AuditDetails['application.status-changed']).action]
}

function whoIs(name: string | null, role: ActorRole | null): string {
  if (role === null) return name ?? 'The system'
  return name === null ? actorLabels[role] : `${name}, ${actorLabels[role]}`
}
