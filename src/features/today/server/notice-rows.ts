import { unreadNotices } from '#features/notes/server/notifications/read.ts'
import type { NoticeKind } from '#features/notes/rules/notifications/kinds.ts'
import type { TodayKind, TodayRow } from '#features/today/rules/today.ts'
import { MAX_OF_A_KIND, todayRow, type TodayCall } from './today.ts'

const kinds: Readonly<Record<NoticeKind, TodayKind>> = {
  mention: 'mentioned',
  'clients-assigned': 'moved',
  'approval-withdrawn': 'withdrawn',
}

/** Unread notifications: these rows leave when they are marked as done. */
export async function noticeRows({ context, actor }: TodayCall): Promise<TodayRow[]> {
  const notices = await unreadNotices(context.database.db, actor, MAX_OF_A_KIND)
  return notices.map(({ id, kind, at, count, applicationId, clientName, noteId, authorName }) =>
    todayRow({
      kind: kinds[kind],
      applicationId,
      name: count > 1 ? null : (clientName ?? 'A client you no longer look after'),
      count,
      since: at.toISOString(),
      by: authorName,
      note: noteId,
      notification: id,
    }),
  )
}
