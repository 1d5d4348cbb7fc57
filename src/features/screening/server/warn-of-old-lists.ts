import { and, eq, inArray, isNull } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { isListOld } from '#features/screening/rules/editions.ts'
import { formatDay } from '#base/rules/time/dates.ts'
import { listEditions } from '#features/screening/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { isInForce } from './put-in-force.ts'

const REPEAT_DAYS = 7

/** Mails administrators when the United Nations' list in force is too old, and again each week. @returns whether it did */
export async function warnOfOldLists(context: Context): Promise<boolean> {
  const { on, listMaxDays } = context.settings.dueDiligence
  if (!on) return false
  return inTransaction(systemContext(context), async (work) => {
    const { tx, now } = work
    const [edition] = await tx.select().from(listEditions).where(isInForce('UN')).for('update')
    if (edition === undefined || !isListOld(edition.generatedOn, now, listMaxDays)) return false
    const { id, oldMailedAt } = edition
    if (oldMailedAt !== null && now.getTime() - oldMailedAt.getTime() < REPEAT_DAYS * DAY_MS) return false
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
    const data = { date: formatDay(edition.generatedOn) }
    for (const { username } of readers)
      await queueMail(work, { template: 'lists-old', recipient: username, data })
    await tx.update(listEditions).set({ oldMailedAt: now }).where(eq(listEditions.id, id))
    return true
  })
}
