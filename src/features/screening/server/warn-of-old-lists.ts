import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { isListOld } from '#features/screening/rules/editions.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { listEditions } from '#features/screening/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { isInForce } from './put-in-force.ts'

const REPEAT_DAYS = 7

/** Mails administrators when no United Nations list is in use, or an old one, and again each week. @returns whether it did */
export async function warnOfOldLists(context: Context): Promise<boolean> {
  const { on, listMaxDays } = context.settings.dueDiligence
  if (!on) return false
  return inTransaction(systemContext(context), async (work) => {
    const { tx, now } = work
    const [edition] = await tx.select().from(listEditions).where(isInForce('UN')).for('update')
    if (edition !== undefined && !isListOld(edition.generatedOn, now, listMaxDays)) return false
    if (await isMailed(tx, edition, new Date(now.getTime() - REPEAT_DAYS * DAY_MS))) return false
    const readers = await tx
      .select({ username: users.username })
      .from(users)
      .where(
        and(
          inArray(users.role, ['system_administrator', 'admin']),
          isNull(users.deactivatedAt),
          isNull(users.complianceSince),
        ),
      )
    const data = { date: edition === undefined ? null : formatDay(edition.generatedOn) }
    for (const { username } of readers)
      await queueMail(work, { template: 'lists-old', recipient: username, data })
    if (edition !== undefined)
      await tx.update(listEditions).set({ oldMailedAt: now }).where(eq(listEditions.id, edition.id))
    return true
  })
}

/** Whether administrators were mailed of this edition; where there is none, of any. */
async function isMailed(
  tx: Transaction,
  edition: Pick<typeof listEditions.$inferSelect, 'oldMailedAt'> | undefined,
  since: Date,
): Promise<boolean> {
  if (edition !== undefined) return edition.oldMailedAt !== null && edition.oldMailedAt > since
  const recent = and(eq(mailOutbox.template, 'lists-old'), gt(mailOutbox.createdAt, since))
  return (await tx.$count(mailOutbox, recent)) > 0
}
