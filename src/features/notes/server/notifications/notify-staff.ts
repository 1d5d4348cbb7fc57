import { and, eq, inArray, isNull } from 'drizzle-orm'
import { noticeKinds, type NotificationKind } from '#features/notes/rules/notifications/kinds.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { newId } from '#base/server/db/id.ts'
import { notifications, notificationSettings } from '#features/notes/schema/notification-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** A notification of staff. */
interface StaffNotification {
  kind: NotificationKind
  /** Usernames of the recipients. */
  recipients: readonly string[]
  /** Null where it is about several. */
  applicationId: string | null
  noteId?: string
  /** The number of clients. */
  count?: number
}

/**
 * Notifies staff, in the transaction of the cause; there is no other way to notify. Skips the actor and deactivated
 * users. What no list of work shows is kept until its reader has seen it.
 *
 * @returns whom to mail about it, according to their settings
 */
export async function notifyStaff(
  { tx, actor, now }: Pick<TransactionContext<Doer | null>, 'tx' | 'actor' | 'now'>,
  { kind, recipients, applicationId, noteId, count = 1 }: StaffNotification,
): Promise<string[]> {
  if (recipients.length === 0) return []
  const found = await tx
    .select({ id: users.id, username: users.username, off: notificationSettings.off })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(and(inArray(users.username, [...recipients]), isNull(users.deactivatedAt)))
  const notified = found.filter(({ id }) => id !== actor?.userId)
  const notice = noticeKinds.find((one) => one === kind)
  if (notice !== undefined && notified.length > 0) {
    await tx.insert(notifications).values(
      notified.map(({ id: userId }) => ({
        id: newId(),
        userId,
        kind: notice,
        applicationId,
        noteId,
        count,
        at: now,
      })),
    )
  }
  return notified.filter(({ off }) => off?.includes(`${kind}:mail`) !== true).map(({ username }) => username)
}
