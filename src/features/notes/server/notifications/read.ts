import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { noticeKinds, NOTIFICATION_RETENTION_DAYS } from '#features/notes/rules/notifications/kinds.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Context } from '#base/server/context.ts'
import type { Database } from '#base/server/db/database.ts'
import { notes } from '#features/notes/schema/note-schema.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { notFound } from '#base/server/domain-error.ts'

/** A user's unread notifications, the latest first. Clients out of their scope have no details. */
export function unreadNotices(db: Database, reader: Doer, limit: number) {
  return db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      at: notifications.at,
      count: notifications.count,
      applicationId: applications.id,
      clientName: sql<string | null>`${applications.answers} ->> 'fullName'`,
      noteId: notes.id,
      authorName: nameOfUser(notes.authorId),
    })
    .from(notifications)
    .leftJoin(
      applications,
      and(eq(applications.id, notifications.applicationId), inScope(reader, 'application.review')),
    )
    .leftJoin(notes, and(eq(notes.id, notifications.noteId), eq(notes.applicationId, applications.id)))
    .where(
      and(
        eq(notifications.userId, reader.userId),
        isNull(notifications.readAt),
        // Earlier releases kept other kinds.
        inArray(notifications.kind, [...noticeKinds]),
      ),
    )
    .orderBy(desc(notifications.at), desc(notifications.id))
    .limit(limit)
}

/**
 * Marks one of the user's own as read or unread, which is not audited.
 *
 * @throws DomainError not-found for one that is missing or another user's
 */
export async function mark(
  { context: { database }, actor, now }: { context: Pick<Context, 'database'>; actor: Doer; now: Date },
  id: string,
  read: boolean,
): Promise<void> {
  const { rowCount } = await database.db
    .update(notifications)
    .set({ readAt: read ? now : null })
    .where(and(eq(notifications.id, id), eq(notifications.userId, actor.userId)))
  if (rowCount === 0) throw notFound()
}

/** Deletes old notifications. */
export async function deleteOldNotifications({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - NOTIFICATION_RETENTION_DAYS * DAY_MS)
  await database.db.delete(notifications).where(lt(notifications.at, until))
}
