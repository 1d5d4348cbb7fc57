import { and, eq, isNull } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import type { MailData } from '#features/mail/server/templates/templates.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import { webhookEndpoints } from '#features/integrations/schema.ts'
import { users } from '#features/access/schema/tables.ts'

/** Mails all system administrators about a webhook. */
export async function warnOfWebhook(
  work: TransactionContext<null>,
  data: MailData['webhook-trouble'],
): Promise<void> {
  const administrators = await work.tx
    .select({ recipient: users.username })
    .from(users)
    .where(and(eq(users.role, 'system_administrator'), isNull(users.deactivatedAt)))
  for (const { recipient } of administrators) {
    await queueMail(work, { template: 'webhook-trouble', recipient, data })
  }
}

/** The same, unless they were mailed about it within a day. */
export async function warnOncePerDay(
  work: TransactionContext<null>,
  { id, name, warnedAt }: Pick<typeof webhookEndpoints.$inferSelect, 'id' | 'name' | 'warnedAt'>,
  trouble: MailData['webhook-trouble']['trouble'],
): Promise<void> {
  const { tx, now } = work
  if (warnedAt !== null && now.getTime() - warnedAt.getTime() < DAY_MS) return
  await tx.update(webhookEndpoints).set({ warnedAt: now }).where(eq(webhookEndpoints.id, id))
  await warnOfWebhook(work, { name, trouble })
}
