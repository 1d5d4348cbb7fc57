import { eq } from 'drizzle-orm'
import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { StepName } from '#domain/applications/lifecycle/reopening.ts'
import type { Doer } from '#server/actor.ts'
import { record } from '#server/audit/record.ts'
import { newId } from '#server/db/id.ts'
import { statusReasons } from '#server/db/review-schema.ts'
import { applications } from '#server/db/schema.ts'
import type { Work } from '#server/work.ts'

/** A step of the lifecycle, and why it is taken where somebody said so. */
export interface Step {
  action: StepName
  to: ApplicationStatus
  reason?: string | undefined
}

/** Brings a locked application to another status, in its transaction. Nobody is told of it here. */
export async function takeStep(
  work: Omit<Work<Doer>, 'context'>,
  application: Pick<typeof applications.$inferSelect, 'id' | 'status' | 'version'>,
  { action, to, reason }: Step,
): Promise<void> {
  const { tx, now } = work
  await tx
    .update(applications)
    .set({
      status: to,
      statusChangedAt: now,
      updatedAt: now,
      version: application.version + 1,
      ...momentsOf(application.status, to, now),
    })
    .where(eq(applications.id, application.id))
  await record(work, 'application.status-changed', application.id, {
    action,
    from: application.status,
    to,
  })
  if (reason === undefined) return
  await tx
    .insert(statusReasons)
    .values({ id: newId(), applicationId: application.id, status: to, reason, at: now })
}

/** The moments that a status sets besides its own; who comes back from a cancellation was not cancelled. */
function momentsOf(from: ApplicationStatus, to: ApplicationStatus, now: Date) {
  return {
    ...(to === 'onboarded' && { onboardedAt: now }),
    ...(to === 'cancelled' && { cancelledAt: now }),
    ...(from === 'cancelled' && { cancelledAt: null }),
  }
}
