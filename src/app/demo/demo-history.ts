import { and, eq } from 'drizzle-orm'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { actions, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import type { Role } from '#features/access/rules/roles.ts'
import { nowhere } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { annualReviews } from '#features/annual-reviews/schema.ts'
import { statusReasons } from '#features/applications/schema/review-schema.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { daysBefore } from './days-before.ts'
import type { DemoClient } from './demo-person.ts'
import { storeRound } from './demo-round.ts'

/** Actions that lead to each status. */
const waysTo: Readonly<Record<ApplicationStatus, readonly ActionName[]>> = {
  draft: [],
  submitted: ['submit'],
  under_review: ['submit', 'startReview'],
  approved: ['submit', 'startReview', 'approve'],
  rejected: ['submit', 'startReview', 'reject'],
  onboarded: ['submit', 'startReview', 'approve', 'markOnboarded'],
  cancelled: ['markCancelled'],
}

/** A client onboarded with a reason was not approved before. */
const WITHOUT_APPROVAL: readonly ActionName[] = ['submit', 'markOnboarded']

function wayOf({ status, reason }: DemoClient): readonly ActionName[] {
  return status === 'onboarded' && reason !== undefined ? WITHOUT_APPROVAL : waysTo[status]
}

/** The created application. */
export type DemoApplication = Pick<
  typeof applications.$inferSelect,
  'id' | 'userId' | 'submittedAt' | 'statusChangedAt'
>

/** Actors by role; the client is known from the application. */
export type DemoStaff = Readonly<Record<Exclude<Role, 'client' | 'system_administrator'>, string>>

interface History {
  application: DemoApplication
  staff: DemoStaff
}

/** Records the history of a demo application for its timeline, once. */
export async function recordHistory(context: Context, client: DemoClient, history: History): Promise<void> {
  const way = wayOf(client)
  if (way.length === 0) return
  const now = context.now()
  await context.database.db.transaction(async (tx) => {
    const { application } = history
    if (await isRecorded(tx, application.id)) return
    const { decided } = client
    const changedAt = decided === undefined ? application.statusChangedAt : daysBefore(now, decided)
    await tx
      .update(applications)
      .set({ statusChangedAt: changedAt })
      .where(eq(applications.id, application.id))
    await recordTransitions(tx, way, { ...history, changedAt })
    const { id: applicationId } = application
    const { status, reason } = client
    if (reason !== undefined) {
      await tx.insert(statusReasons).values({ id: newId(), applicationId, status, reason, at: changedAt })
    }
    if (client.round !== undefined) {
      await storeRound(client.round, {
        tx,
        context,
        now,
        application,
        managerId: history.staff.wealth_manager,
      })
    }
    await recordReviews(tx, client, { ...history, now })
  })
}

async function isRecorded(tx: Transaction, applicationId: string): Promise<boolean> {
  const changes = and(
    eq(auditEvents.objectId, applicationId),
    eq(auditEvents.action, 'application.status-changed'),
  )
  return (await tx.$count(auditEvents, changes)) > 0
}

/** Records the transitions: the first at submission, the last at the current status's time, the others in between. */
async function recordTransitions(
  tx: Transaction,
  way: readonly ActionName[],
  { application, staff, changedAt }: History & { changedAt: Date },
): Promise<void> {
  const begin = (application.submittedAt ?? changedAt).getTime()
  const step = way.length === 1 ? 0 : (changedAt.getTime() - begin) / (way.length - 1)
  const people: Readonly<Partial<Record<Role, string>>> = { ...staff, client: application.userId }
  let from: ApplicationStatus = 'draft'
  for (const [index, action] of way.entries()) {
    const { role, to } = actions[action]
    const actor = { userId: people[role] ?? application.userId, role }
    // The last one has the status's own time, by which its reason is found.
    const at = index === way.length - 1 ? changedAt : new Date(begin + index * step)
    const details = { action, from, to }
    await record(
      { tx, actor, origin: nowhere, now: at },
      'application.status-changed',
      application.id,
      details,
    )
    from = to
  }
}

async function recordReviews(
  tx: Transaction,
  { reviews = [] }: DemoClient,
  { application: { id: applicationId }, staff, now }: History & { now: Date },
): Promise<void> {
  for (const { ago, note } of reviews) {
    const completedAt = daysBefore(now, ago)
    const actor = { userId: staff.admin, role: 'admin' } as const
    await tx
      .insert(annualReviews)
      .values({ id: newId(), applicationId, note, completedAt, completedBy: staff.admin })
    await tx.update(applications).set({ reviewedAt: completedAt }).where(eq(applications.id, applicationId))
    await record(
      { tx, actor, origin: nowhere, now: completedAt },
      'annual-review.completed',
      applicationId,
      {},
    )
  }
}
