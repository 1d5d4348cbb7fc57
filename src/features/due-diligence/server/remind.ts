import { and, asc, eq, inArray, isNull, lt, lte, notInArray, sql } from 'drizzle-orm'
import { statusesWith } from '#features/access/rules/lifecycle/statuses.ts'
import { REMINDER_DAYS, remindersDue } from '#features/applications/rules/round/rounds.ts'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { tasks, waitsForClient } from '#features/due-diligence/rules/tasks.ts'
import { dayOf, formatDay } from '#base/rules/time/dates.ts'
import { dueDiligenceTasks } from '#features/due-diligence/schema/due-diligence-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import type { SQL } from 'drizzle-orm'
import { decryptRow } from '#features/applications/server/record/application-row.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { loadDueDiligence, type DueDiligence } from './load.ts'

const APPLICATIONS_AT_ONCE = 50

type Work = TransactionContext<null>
type Step = (work: Work, about: About) => Promise<void>

/** A client to be mailed. */
interface About {
  applicationId: string
  recipient: string
  fullName: string | null
  found: DueDiligence
}

/**
 * Reminds clients of tasks that they were asked for after 3 and after 7 days, once each, and tells them once when
 * something expires: one mail for all tasks of a client.
 */
export async function remindOfTasks(context: Context): Promise<void> {
  if (!context.settings.dueDiligence.on) return
  await forEachClient(context, (now) => toRemind(now), remind)
  await forEachClient(context, (now) => toRenew(now), mailRenewal)
}

/** Asked tasks that still wait, with a reminder due. */
function toRemind(now: Date): SQL | undefined {
  const asked = (days: number) =>
    sql`(${dueDiligenceTasks.askedAt} <= ${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz)::int`
  return and(
    lte(dueDiligenceTasks.askedAt, new Date(now.getTime() - REMINDER_DAYS[0] * DAY_MS)),
    sql`${dueDiligenceTasks.state} <> 'handed-in'`,
    lt(dueDiligenceTasks.reminders, sql.join(REMINDER_DAYS.map(asked), sql` + `)),
  )
}

/** Accepted tasks that have to be renewed, of which the client was not told. */
function toRenew(now: Date): SQL | undefined {
  return and(
    eq(dueDiligenceTasks.state, 'accepted'),
    isNull(dueDiligenceTasks.renewalMailedAt),
    lte(dueDiligenceTasks.renewFrom, dayOf(now)),
  )
}

/** Runs a step for each active client with such tasks, in transactions of several. */
async function forEachClient(
  context: Context,
  condition: (now: Date) => SQL | undefined,
  step: Step,
): Promise<void> {
  const act = systemContext(context)
  for (let left = true; left;) {
    left = await inTransaction(act, async (work) => {
      const { tx, now } = work
      const rows = await tx
        .select({ application: applications, username: users.username })
        .from(applications)
        .innerJoin(users, eq(users.id, applications.userId))
        .where(
          and(
            inArray(
              applications.id,
              tx
                .select({ id: dueDiligenceTasks.applicationId })
                .from(dueDiligenceTasks)
                .where(condition(now)),
            ),
            isNull(users.deactivatedAt),
            context.gate.isServed(context.settings, applications.id),
            notInArray(applications.status, statusesWith('declined')),
          ),
        )
        .orderBy(asc(applications.id))
        .limit(APPLICATIONS_AT_ONCE)
        .for('update', { of: applications, skipLocked: true })
      for (const { application: row, username: recipient } of rows) {
        const application = decryptRow(context.keyring, row)
        const { keyring, settings } = context
        const found = await loadDueDiligence({ keyring, settings, database: { db: tx } }, application, now)
        const { id: applicationId, answers } = application
        await step(work, { applicationId, recipient, fullName: answers.fullName, found })
      }
      return rows.length === APPLICATIONS_AT_ONCE
    })
  }
}

async function remind(work: Work, { applicationId, recipient, fullName, found }: About): Promise<void> {
  const { tx, now } = work
  const asked = found.tasks.filter(({ row }) => (row?.askedAt ?? null) !== null)
  const open = asked.filter((one) => waitsForClient(one.now.state))
  for (const { row } of asked) {
    if (!row?.askedAt) continue
    const reminders = remindersDue(row.askedAt, now)
    await tx.update(dueDiligenceTasks).set({ reminders }).where(eq(dueDiligenceTasks.id, row.id))
  }
  if (open.length === 0) return
  const due = open.flatMap(({ row }) => row?.dueOn ?? []).toSorted((one, other) => one.localeCompare(other))
  await queueMail(work, {
    template: 'pack-reminder',
    recipient,
    data: {
      fullName,
      items: open.map(({ task }) => tasks[task].label),
      due: formatDay(due[0] ?? dayOf(now)),
    },
  })
  await record(work, 'pack.reminded', applicationId, { tasks: open.map(({ task }) => task), why: 'asked' })
}

async function mailRenewal(work: Work, { applicationId, recipient, fullName, found }: About): Promise<void> {
  const { tx, now } = work
  const today = dayOf(now)
  const due = found.tasks.filter(
    ({ row }) =>
      row?.state === 'accepted' &&
      row.renewalMailedAt === null &&
      row.renewFrom !== null &&
      row.renewFrom <= today,
  )
  await tx
    .update(dueDiligenceTasks)
    .set({ renewalMailedAt: now })
    .where(
      inArray(
        dueDiligenceTasks.id,
        due.flatMap(({ row }) => row?.id ?? []),
      ),
    )
  await queueMail(work, {
    template: 'papers-expiring',
    recipient,
    data: { fullName, items: due.map(({ task }) => tasks[task].label) },
  })
  await record(work, 'pack.reminded', applicationId, { tasks: due.map(({ task }) => task), why: 'expiring' })
}
