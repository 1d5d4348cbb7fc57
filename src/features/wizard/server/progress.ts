import { and, asc, eq } from 'drizzle-orm'
import type { Progress } from '#features/applications/api/application.ts'
import { subjectLabel } from '#features/applications/rules/round/subjects.ts'
import { answerDueBy, reachedStages, type Way } from '#features/applications/rules/lifecycle/progress.ts'
import type { AuditDetails } from '#features/audit/rules/events.ts'
import { roundsOf, type Round } from '#features/applications/server/record/asked-round.ts'
import type { Context } from '#base/server/context.ts'
import { auditEvents } from '#features/audit/schema.ts'
import type { Queries } from '#base/server/db/database.ts'
import { applications } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'

/**
 * The progress of a client's application from the audit log, and the promised date of an answer.
 *
 * @throws DomainError not-found where the user has none
 */
export async function progressOf(
  reads: Reads & Pick<Context, 'settings'>,
  userId: string,
): Promise<Progress> {
  const { db } = reads.database
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
  const [changes, { sentCorrections, ...rounds }] = await Promise.all([
    changesOf(db, id),
    correctionsOf(reads, id),
  ])
  const way: Way = { ...timestamps, changes, ...rounds }
  return {
    reached: reachedStages(way).map(({ status, at }) => ({ status, at: at.toISOString() })),
    answerBy: answerDueBy(way, reads.settings.branding.office),
    sentCorrections,
  }
}

type Reads = Pick<Context, 'database' | 'keyring'>

async function changesOf(db: Queries, id: string): Promise<Way['changes']> {
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

type Correcting = Pick<Way, 'answeredAt' | 'waitsForClient'> & Pick<Progress, 'sentCorrections'>

async function correctionsOf({ database: { db }, keyring }: Reads, id: string): Promise<Correcting> {
  const rounds = await roundsOf(db, keyring, id)
  const last = rounds.findLast(({ round }) => round.answeredAt !== null)
  return {
    answeredAt: last?.round.answeredAt ?? null,
    waitsForClient: rounds.some(({ round }) => round.state === 'asked'),
    sentCorrections: last === undefined ? null : presentSent(last),
  }
}

function presentSent({ round: { state, answeredAt, closedAt }, items }: Round): Progress['sentCorrections'] {
  if (answeredAt === null || (state !== 'answered' && state !== 'accepted')) return null
  return {
    sentAt: answeredAt.toISOString(),
    labels: items.map(({ subject }) => subjectLabel(subject)),
    acceptedAt: closedAt?.toISOString() ?? null,
  }
}
