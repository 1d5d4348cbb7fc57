import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { businessDayAfter, isBusinessDay } from '#base/rules/south-africa/business-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { generateTemporaryPassword } from '#features/sign-in/server/temporary-passwords.ts'
import { inviteAgain, isAwaited } from '#features/accounts/server/renew-invitation.ts'
import type { Context } from '#base/server/context.ts'
import { withEditedMails } from '#features/mail/server/edited-mail.ts'
import { createInsertBuffer } from '#base/server/insert-buffer.ts'
import { importRows, invitationPlans } from '#features/imports/schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { temporaryPasswords } from '#features/access/schema/sign-in-schema.ts'
import { inTransaction } from '#features/access/server/command-context.ts'
import { importerOf } from './importer.ts'
import { isNotInvited } from '#features/applications/server/record/not-invited.ts'
import { isPlanned, nextPlanned } from './planned-clients.ts'
import { MAX_PER_DAY, planErrors, timeAt } from './plan-invitations.ts'

type PlanRow = typeof invitationPlans.$inferSelect

/** A batch waits while more mails than this of the one before were given up. */
const MAX_GIVEN_UP = 0.05

/**
 * Invites the next clients of each plan that is due. Safe to interrupt: a client is invited once, in the transaction
 * that notes it, and a batch that was interrupted is completed by the next run.
 */
export async function sendPlannedInvitations(context: Context): Promise<void> {
  const due = await context.database.db
    .select()
    .from(invitationPlans)
    .where(and(isNull(invitationPlans.endedAt), lte(invitationPlans.nextAt, context.now())))
  for (const plan of due) {
    await sendBatch(context, plan)
  }
}

async function sendBatch(context: Context, plan: PlanRow): Promise<void> {
  const { db } = context.database
  const now = context.now()
  const which = eq(invitationPlans.importId, plan.importId)
  if (!isBusinessDay(dayOf(now)) || (await isBouncing(context, plan))) {
    await db
      .update(invitationPlans)
      .set({ nextAt: nextBatchAt(plan, now) })
      .where(which)
    return
  }
  const allowed = MAX_PER_DAY - (await invitedToday(context, now))
  if (allowed <= 0) {
    await db
      .update(invitationPlans)
      .set({ nextAt: timeAt(businessDayAfter(dayOf(now), 1), plan.firstHour) })
      .where(which)
    return
  }
  const planned = isPlanned(plan, { also: context.gate.isServed(context.settings, applications.id) })
  const waiting = await nextPlanned(db, planned, Math.min(plan.perBatch, allowed))
  const isOver = waiting.length === 0 || isRefused(context, plan)
  if (isOver || (await importerOf(db, plan.actorId)) === null) {
    await db.update(invitationPlans).set({ endedAt: now }).where(which)
    return
  }
  const { context: edited } = withEditedMails({ context }, plan.mails ?? {})
  for (const id of waiting) await invitePlanned(edited, plan, id)
  await db
    .update(invitationPlans)
    .set({ batchAt: now, nextAt: nextBatchAt(plan, now) })
    .where(which)
}

/** How many imported people were invited today, whatever import they came from. */
async function invitedToday({ database: { db } }: Context, now: Date): Promise<number> {
  const isImported = sql`exists (select from ${importRows} where ${importRows.userId} = ${temporaryPasswords.userId})`
  return db.$count(
    temporaryPasswords,
    and(
      eq(temporaryPasswords.kind, 'given'),
      gte(temporaryPasswords.createdAt, timeAt(dayOf(now), 0)),
      isImported,
    ),
  )
}

/** Whether a link in an edited text is no longer the firm's. */
function isRefused({ settings }: Context, { mails }: PlanRow): boolean {
  return planErrors(mails ?? {}, settings).length > 0
}

/** Invites one client of a plan. Hashing is slow, so it is done before the transaction. */
export async function invitePlanned(
  context: Context,
  { actorId, ip }: Pick<PlanRow, 'actorId' | 'ip'>,
  userId: string,
): Promise<void> {
  const actor = await importerOf(context.database.db, actorId)
  if (actor === null) return
  const drawn = await generateTemporaryPassword(context)
  const act = { context, actor, origin: { ip, userAgent: null }, now: context.now() }
  await inTransaction(act, async (work) => {
    const [client] = await work.tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNotInvited))
      .for('no key update')
    if (client === undefined || !isAwaited(client)) return
    const atEnd = createInsertBuffer()
    await inviteAgain({ ...work, atEnd }, client, drawn)
    await atEnd.write(work)
  })
}

/** Whether too many mails of the batch before were given up. */
async function isBouncing({ database: { db } }: Context, { importId, batchAt }: PlanRow): Promise<boolean> {
  if (batchAt === null) return false
  const [counts] = await db
    .select({
      sent: sql<number>`count(*)::int`,
      givenUp: sql<number>`count(${mailOutbox.givenUpAt})::int`,
    })
    .from(importRows)
    .innerJoin(users, eq(users.id, importRows.userId))
    .innerJoin(mailOutbox, eq(mailOutbox.recipient, users.username))
    .where(and(eq(importRows.importId, importId), gte(mailOutbox.createdAt, batchAt)))
  return counts !== undefined && counts.givenUp > counts.sent * MAX_GIVEN_UP
}

/** An hour later, or the first hour of the next business day once the batches of today are over. */
function nextBatchAt(
  { firstHour, batchesPerDay }: Pick<PlanRow, 'firstHour' | 'batchesPerDay'>,
  now: Date,
): Date {
  const today = dayOf(now)
  const slots = Array.from({ length: batchesPerDay }, (_, index) => timeAt(today, firstHour + index))
  const later = slots.find((slot) => slot > now)
  if (later !== undefined && isBusinessDay(today)) return later
  return timeAt(businessDayAfter(today, 1), firstHour)
}
