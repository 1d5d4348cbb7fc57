import { and, eq, gt, inArray } from 'drizzle-orm'
import { NOTICE_PAUSE_MS, type NoticeKind } from '#domain/applications/review/notices.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { clientNotices } from '#server/db/review-schema.ts'

/** Which of some applications' clients were sent a notice of this kind less than a day ago (decisions, "Send Reminder"). */
export async function sentRecently(
  tx: Transaction,
  applicationIds: readonly string[],
  { kind, now }: { kind: NoticeKind; now: Date },
): Promise<Set<string>> {
  const sent = await tx
    .selectDistinct({ id: clientNotices.applicationId })
    .from(clientNotices)
    .where(
      and(
        inArray(clientNotices.applicationId, [...applicationIds]),
        eq(clientNotices.kind, kind),
        gt(clientNotices.sentAt, new Date(now.getTime() - NOTICE_PAUSE_MS)),
      ),
    )
  return new Set(sent.map(({ id }) => id))
}

/**
 * Notes that clients are sent a notice, in the transaction that queues it.
 *
 * @returns the id of each, by the application
 */
export async function noteSent(
  tx: Transaction,
  applicationIds: readonly string[],
  { kind, now }: { kind: NoticeKind; now: Date },
): Promise<Map<string, string>> {
  const notices = applicationIds.map((applicationId) => ({ id: newId(), applicationId, kind, sentAt: now }))
  if (notices.length > 0) await tx.insert(clientNotices).values(notices)
  return new Map(notices.map(({ id, applicationId }) => [applicationId, id]))
}
