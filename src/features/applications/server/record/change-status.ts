import { inArray, sql } from 'drizzle-orm'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { StepName } from '#features/applications/rules/lifecycle/reopening.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { recordEach } from '#features/audit/server/record.ts'
import { newId } from '#base/server/db/id.ts'
import { statusReasons } from '#features/applications/schema/review-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** A change of status, with its reason if given. */
export interface Transition {
  /** The source status, shared by all of them. */
  from: ApplicationStatus
  action: StepName
  to: ApplicationStatus
  reason?: string | undefined
  /** The day by which an answer is promised with it. */
  promisedBy?: string | undefined
}

/** Changes the status of locked applications in their transaction. Sends no notifications. */
export async function applyTransition(
  work: Omit<TransactionContext<Doer>, 'context'>,
  ids: readonly string[],
  { action, from, to, reason, promisedBy }: Transition,
): Promise<void> {
  const { tx, now } = work
  await tx
    .update(applications)
    .set({
      status: to,
      statusChangedAt: now,
      updatedAt: now,
      version: sql`${applications.version} + 1`,
      ...timestampsOf(from, to, now),
      ...(promisedBy !== undefined && { answerPromisedBy: promisedBy }),
    })
    .where(inArray(applications.id, [...ids]))
  await recordEach(work, 'application.status-changed', ids, { action, from, to })
  if (reason === undefined) return
  await tx
    .insert(statusReasons)
    .values(ids.map((applicationId) => ({ id: newId(), applicationId, status: to, reason, at: now })))
}

/** Timestamps that a status sets besides its own; reopening clears the cancellation. */
function timestampsOf(from: ApplicationStatus, to: ApplicationStatus, now: Date) {
  return {
    ...(to === 'onboarded' && { onboardedAt: now }),
    ...(to === 'cancelled' && { cancelledAt: now }),
    ...(from === 'cancelled' && { cancelledAt: null }),
  }
}
