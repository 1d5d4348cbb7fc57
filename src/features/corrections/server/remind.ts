import { and, asc, eq, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { REMINDER_DAYS, remindersDue } from '#features/applications/rules/round/rounds.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { roundsOf } from '#features/applications/server/record/asked-round.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { stoppedReminders } from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import {
  systemContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { mailLines } from './ask.ts'

const ROUNDS_AT_ONCE = 100

/**
 * Reminds clients of open correction requests after 3 and after 7 days, once each. Missed reminders are sent once. An
 * answer, a withdrawal and a deactivation end them.
 */
export async function remindOfCorrections(context: Context): Promise<void> {
  const act = systemContext(context)
  for (let left = true; left;) {
    left = await inTransaction(act, async (work) => {
      const due = await dueRounds(work)
      for (const round of due) await remind(work, round)
      return due.length === ROUNDS_AT_ONCE
    })
  }
}

/** The SQL version of `remindersDue`. */
const dueBy = (now: Date) =>
  sql.join(
    REMINDER_DAYS.map(
      (days) =>
        sql`(${correctionRounds.askedAt} <= ${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz)::int`,
    ),
    sql` + `,
  )

function dueRounds({ tx, context, now }: TransactionContext<null>) {
  const served = context.gate.isServed(context.settings, correctionRounds.applicationId)
  return tx
    .select({
      round: correctionRounds,
      answers: applications.answers,
      username: users.username,
    })
    .from(correctionRounds)
    .innerJoin(applications, eq(applications.id, correctionRounds.applicationId))
    .innerJoin(users, eq(users.id, applications.userId))
    .where(
      and(
        eq(correctionRounds.state, 'asked'),
        isNull(correctionRounds.openedBy),
        notExists(
          tx
            .select({ id: stoppedReminders.applicationId })
            .from(stoppedReminders)
            .where(eq(stoppedReminders.applicationId, correctionRounds.applicationId)),
        ),
        isNull(users.deactivatedAt),
        served,
        lte(correctionRounds.askedAt, new Date(now.getTime() - REMINDER_DAYS[0] * DAY_MS)),
        lt(correctionRounds.reminders, dueBy(now)),
      ),
    )
    .orderBy(asc(correctionRounds.askedAt))
    .limit(ROUNDS_AT_ONCE)
    .for('update', { of: correctionRounds, skipLocked: true })
}

async function remind(
  work: TransactionContext<null>,
  { round, answers, username }: Awaited<ReturnType<typeof dueRounds>>[number],
): Promise<void> {
  const { tx, context, now } = work
  const { id, applicationId, askedAt, dueOn, number } = round
  const items = (await roundsOf(tx, context.keyring, applicationId)).find((one) => one.round.id === id)?.items
  if (items === undefined || askedAt === null || dueOn === null) return
  const reminder = remindersDue(askedAt, now)
  await tx.update(correctionRounds).set({ reminders: reminder }).where(eq(correctionRounds.id, id))
  await queueMail(work, {
    template: 'corrections-reminder',
    recipient: username,
    data: {
      fullName: decryptAnswers(context.keyring, applicationId, answers).fullName,
      items: mailLines(items),
      due: formatDay(dueOn),
    },
  })
  await record(work, 'correction.reminded', applicationId, { round: number ?? 0, reminder })
}
