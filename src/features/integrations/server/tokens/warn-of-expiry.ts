import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { inTransaction, systemContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { apiTokens } from '#features/integrations/schema.ts'
import { users } from '#features/access/schema/tables.ts'

/** Days before its end on which people are warned of a token. */
const WARNINGS = [14, 1] as const
const AT_ONCE = 100

/**
 * Mails the maker of each token that is about to expire, and all system administrators, 14 days and one day before.
 *
 * @returns the number of tokens
 */
export async function warnOfExpiringTokens(context: Context): Promise<number> {
  let warned = 0
  for (const days of WARNINGS) warned += await warn(context, days)
  return warned
}

function warn(context: Context, days: number): Promise<number> {
  return inTransaction(systemContext(context), async (work) => {
    const { tx, now } = work
    const { expiresAt, revokedAt, warnedDays, id } = apiTokens
    const due = await tx
      .select()
      .from(apiTokens)
      .where(
        and(
          isNull(revokedAt),
          gt(expiresAt, now),
          lte(expiresAt, new Date(now.getTime() + days * DAY_MS)),
          or(isNull(warnedDays), gt(warnedDays, days)),
        ),
      )
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const token of due) {
      const isReader = or(
        eq(users.role, 'system_administrator'),
        token.createdBy === null ? sql`false` : eq(users.id, token.createdBy),
      )
      const readers = await tx
        .select({ recipient: users.username })
        .from(users)
        .where(and(isReader, isNull(users.deactivatedAt)))
      const data = { name: token.name, expiresAt: token.expiresAt }
      for (const { recipient } of readers) {
        await queueMail(work, { template: 'api-token-expiring', recipient, data })
      }
    }
    const ids = due.map((token) => token.id)
    if (ids.length > 0) await tx.update(apiTokens).set({ warnedDays: days }).where(inArray(id, ids))
    return due.length
  })
}
