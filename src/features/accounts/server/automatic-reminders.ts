import { and, asc, eq, isNull, lte, notExists, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { stepToOpen, wizardSteps } from '#features/applications/rules/wizard/steps.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import {
  applicationSummaries,
  clientNotices,
  stoppedReminders,
} from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  systemContext,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { recordNotices } from '#features/applications/server/notices.ts'

const DRAFTS_AT_ONCE = 100
/** A client who does not answer three reminders is called instead. */
const MAX_REMINDERS = 3

/**
 * Reminds clients of drafts that were not changed for some days, again after as many days, and three times at most,
 * counting those that staff sent. Clients who have never signed in are invited again by staff instead.
 */
export async function remindOfDrafts(context: Context): Promise<void> {
  const days = context.settings.draftReminderDays
  if (days === 0) return
  const act = systemContext(context)
  for (let left = true; left;) {
    left = await inTransaction(act, async (work) => {
      const due = await dueDrafts(work, new Date(work.now.getTime() - days * DAY_MS))
      for (const draft of due) await remind(work, draft)
      return due.length === DRAFTS_AT_ONCE
    })
  }
}

/** @param before since when nothing has happened */
function dueDrafts({ tx, context }: TransactionContext<null>, before: Date) {
  const sent = (condition: ReturnType<typeof sql>) =>
    sql`(select count(*) filter (where ${condition}) from ${clientNotices}
      where ${clientNotices.applicationId} = ${applications.id} and ${clientNotices.kind} = 'reminder')`
  return tx
    .select({
      id: applications.id,
      answers: applications.answers,
      currentStep: applications.currentStep,
      username: users.username,
    })
    .from(applications)
    .innerJoin(applicationSummaries, eq(applicationSummaries.applicationId, applications.id))
    .innerJoin(users, eq(users.id, applications.userId))
    .where(
      and(
        eq(applicationSummaries.status, 'draft'),
        lte(applicationSummaries.lastActiveOn, dayOf(before)),
        eq(users.invited, false),
        isNull(users.deactivatedAt),
        context.gate.isServed(context.settings, applications.id),
        notExists(
          tx
            .select({ id: stoppedReminders.applicationId })
            .from(stoppedReminders)
            .where(eq(stoppedReminders.applicationId, applications.id)),
        ),
        sql`${sent(sql`${clientNotices.sentAt} > ${before.toISOString()}::timestamptz`)} = 0`,
        sql`${sent(sql`true`)} < ${MAX_REMINDERS}`,
      ),
    )
    .orderBy(asc(applicationSummaries.lastActiveOn), asc(applications.id))
    .limit(DRAFTS_AT_ONCE)
    .for('no key update', { of: applications, skipLocked: true })
}

async function remind(
  work: TransactionContext<null>,
  { id, answers, currentStep, username }: Awaited<ReturnType<typeof dueDrafts>>[number],
): Promise<void> {
  const { tx, context, now } = work
  const { fullName } = decryptAnswers(context.keyring, id, answers)
  const step = wizardSteps.find((one) => one.id === stepToOpen(currentStep))?.title ?? ''
  await recordNotices(tx, [id], { kind: 'reminder', now })
  await queueMail(work, { template: 'application-reminder', recipient: username, data: { fullName, step } })
  await record(work, 'application.reminded', id, {})
}

/**
 * Stops a client's automatic reminders, or starts them again. Idempotent.
 *
 * @throws DomainError not-found for an application out of the actor's scope
 */
export async function setAutomaticReminders(act: CommandContext, id: string, on: boolean): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    await lockForReview(tx, id, { actor, action: 'reminders.set' })
    const changed = on
      ? await tx.delete(stoppedReminders).where(eq(stoppedReminders.applicationId, id))
      : await tx.insert(stoppedReminders).values({ applicationId: id, stoppedAt: now }).onConflictDoNothing()
    if (changed.rowCount === 0) return
    await record(work, on ? 'application.reminders-started' : 'application.reminders-stopped', id, {})
  })
}
