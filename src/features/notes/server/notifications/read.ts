import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import type { NotificationPage, NotificationView } from '#features/notes/api/notifications.ts'
import { formatReference } from '#base/rules/identifiers/reference.ts'
import { MAX_COUNTED, NOTIFICATION_RETENTION_DAYS } from '#features/notes/rules/notifications/kinds.ts'
import type { Actor } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Context } from '#base/server/context.ts'
import type { Database } from '#base/server/db/database.ts'
import { notes } from '#features/notes/schema/note-schema.ts'
import { notifications } from '#features/notes/schema/notification-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { notFound } from '#base/server/domain-error.ts'

const PAGE_ROWS = 20

type Reader = Pick<Actor, 'userId' | 'role'>

/** The number of unread notifications, up to a maximum, using an index of unread ones. */
export async function countUnread(db: Database, { userId }: Reader): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(MAX_COUNTED)
    .as('some')
  return db.$count(some)
}

/** Restricts the list to entries older than one of the reader's own. */
const olderThan = ({ userId }: Reader, after: string) =>
  sql`(${notifications.at}, ${notifications.id}) < (
    select mark.at, mark.id from ${notifications} mark where mark.id = ${after} and mark.user_id = ${userId})`

/** A user's notifications, the latest first. Those about applications out of scope are shown without details. */
export async function notificationsOf(
  { database: { db }, settings }: Pick<Context, 'database' | 'settings'>,
  reader: Reader,
  after: string | undefined,
): Promise<NotificationPage> {
  const rows = await db
    .select({
      notification: notifications,
      applicationId: applications.id,
      reference: applications.reference,
      clientName: sql<string | null>`${applications.answers} ->> 'fullName'`,
      noteId: notes.id,
      authorName: sql<string | null>`coalesce(${users.fullName}, ${users.username})`,
    })
    .from(notifications)
    .leftJoin(
      applications,
      and(eq(applications.id, notifications.applicationId), inScope(reader, 'application.review')),
    )
    .leftJoin(notes, and(eq(notes.id, notifications.noteId), eq(notes.applicationId, applications.id)))
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(
      and(
        eq(notifications.userId, reader.userId),
        after === undefined ? undefined : olderThan(reader, after),
      ),
    )
    .orderBy(desc(notifications.at), desc(notifications.id))
    .limit(PAGE_ROWS + 1)
  const shown = rows.slice(0, PAGE_ROWS)
  const prefix = settings.branding.referencePrefix
  return {
    rows: shown.map(({ notification: { id, kind, at, readAt, count }, ...row }): NotificationView => ({
      id,
      kind,
      at: at.toISOString(),
      read: readAt !== null,
      count,
      application:
        row.applicationId === null
          ? null
          : {
              id: row.applicationId,
              reference: formatReference(prefix, row.reference ?? ''),
              name: row.clientName ?? '',
            },
      note: row.noteId === null ? null : { id: row.noteId, authorName: row.authorName ?? '' },
    })),
    next: rows.length > PAGE_ROWS ? (shown.at(-1)?.notification.id ?? null) : null,
  }
}

/**
 * Marks one of the user's own as read or unread, which is not audited.
 *
 * @throws DomainError not-found for one that is missing or another user's
 */
export async function mark(
  { context: { database }, actor, now }: { context: Pick<Context, 'database'>; actor: Reader; now: Date },
  id: string,
  read: boolean,
): Promise<void> {
  const { rowCount } = await database.db
    .update(notifications)
    .set({ readAt: read ? now : null })
    .where(and(eq(notifications.id, id), eq(notifications.userId, actor.userId)))
  if (rowCount === 0) throw notFound()
}

/**
 * Marks one of the user's own and all before it as read.
 *
 * @returns the time of the mark, for {@link unmark}
 * @throws DomainError not-found for one that is missing or another user's
 */
export async function markUpTo(
  { context: { database }, actor, now }: { context: Pick<Context, 'database'>; actor: Reader; now: Date },
  id: string,
): Promise<Date> {
  const { db } = database
  const { userId } = actor
  const [last] = await db
    .select({ at: notifications.at })
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
  if (last === undefined) throw notFound()
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(eq(notifications.userId, userId), isNull(notifications.readAt), lte(notifications.at, last.at)),
    )
  return now
}

/** Marks those as unread again that were marked as read at one time. */
export async function unmark(db: Database, { userId }: Reader, readAt: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: null })
    .where(and(eq(notifications.userId, userId), eq(notifications.readAt, readAt)))
}

/** Deletes old notifications. */
export async function deleteOldNotifications({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - NOTIFICATION_RETENTION_DAYS * DAY_MS)
  await database.db.delete(notifications).where(lt(notifications.at, until))
}
