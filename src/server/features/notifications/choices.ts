import { eq } from 'drizzle-orm'
import type { NotificationChoice } from '#domain/notifications/choices.ts'
import { record } from '#server/shared/audit/record.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { notificationSettings } from '#server/platform/db/notification-schema.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'

/** What a user has switched off. */
export async function choicesOf(db: Queries, userId: string): Promise<{ off: NotificationChoice[] }> {
  const [found] = await db
    .select({ off: notificationSettings.off })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
  return { off: found?.off ?? [] }
}

/** Stores which notifications a user has switched off. Idempotent. */
export async function choose(act: CommandContext, wanted: readonly NotificationChoice[]): Promise<void> {
  const off = [...new Set(wanted)].toSorted()
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const before = await choicesOf(tx, actor.userId)
    if (before.off.join() === off.join()) return
    await tx
      .insert(notificationSettings)
      .values({ userId: actor.userId, off })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: { off } })
    await record(work, 'notifications.chosen', actor.userId, { off })
  })
}
