import { and, asc, eq } from 'drizzle-orm'
import type { Progress } from '#domain/api/application.ts'
import { answerDueBy, reachedStages, type Way } from '#domain/applications/lifecycle/progress.ts'
import type { AuditDetails } from '#domain/audit/events.ts'
import type { Context } from '#server/shared/context.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { correctionRounds } from '#server/platform/db/correction-schema.ts'
import { applications } from '#server/platform/db/schema.ts'
import { notFound } from '#server/platform/domain-error.ts'

/**
 * The progress of a client's application from the audit log, and the promised date of an answer.
 *
 * @throws DomainError not-found where the user has none
 */
export async function progressOf(
  { database: { db }, settings }: Pick<Context, 'database' | 'settings'>,
  userId: string,
): Promise<Progress> {
  const [application] = await db
    .select({
      id: applications.id,
      status: applications.status,
      submittedAt: applications.submittedAt,
      answerPromisedBy: applications.answerPromisedBy,
      statusChangedAt: applications.statusChangedAt,
    })
    .from(applications)
    .where(eq(applications.userId, userId))
  if (application === undefined) throw notFound()
  const { id, ...timestamps } = application
  const [changes, rounds] = await Promise.all([changesOf(db, id), roundsOf(db, id)])
  const way: Way = { ...timestamps, changes, ...rounds }
  return {
    reached: reachedStages(way).map(({ status, at }) => ({ status, at: at.toISOString() })),
    answerBy: answerDueBy(way, settings.branding.office),
  }
}

type Reads = Context['database']['db']

async function changesOf(db: Reads, id: string): Promise<Way['changes']> {
  const rows = await db
    .select({ at: auditEvents.at, details: auditEvents.details })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.objectId, id),
        eq(auditEvents.action, 'application.status-changed'),
        eq(auditEvents.success, true),
      ),
    )
    .orderBy(asc(auditEvents.id))
  return rows.map(({ at, details }) => {
    const { action, to } = details as AuditDetails['application.status-changed']
    return { action, to, at }
  })
}

async function roundsOf(db: Reads, id: string): Promise<Pick<Way, 'answeredAt' | 'waitsForClient'>> {
  const rounds = await db
    .select({ state: correctionRounds.state, answeredAt: correctionRounds.answeredAt })
    .from(correctionRounds)
    .where(eq(correctionRounds.applicationId, id))
    .orderBy(asc(correctionRounds.createdAt))
  return {
    answeredAt: rounds.findLast(({ answeredAt }) => answeredAt !== null)?.answeredAt ?? null,
    waitsForClient: rounds.some(({ state }) => state === 'asked'),
  }
}
