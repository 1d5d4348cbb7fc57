import { eq } from 'drizzle-orm'
import { isChoice, type NotificationChoice } from '#features/notes/rules/notifications/choices.ts'
import { record } from '#features/audit/server/record.ts'
import type { Queries } from '#base/server/db/database.ts'
import { notificationSettings } from '#features/notes/schema/notification-schema.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'

/** What a user has switched off. */
export async function choicesOf(db: Queries, userId: string): Promise<{ off: NotificationChoice[] }> {
  const [found] = await db
    .select({ off: notificationSettings.off })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
  return { off: (found?.off ?? []).filter(isChoice) }
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
