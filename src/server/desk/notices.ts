import { and, eq, gt } from 'drizzle-orm'
import { NOTICE_PAUSE_MS, type NoticeKind } from '#domain/applications/review/notices.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { clientNotices } from '#server/db/review-schema.ts'

/** Whether the client was sent a notice of this kind less than a day ago (decisions, "Send Reminder"). */
export async function wasSentRecently(
  tx: Transaction,
  applicationId: string,
  { kind, now }: { kind: NoticeKind; now: Date },
): Promise<boolean> {
  const sent = await tx
    .select({ id: clientNotices.id })
    .from(clientNotices)
    .where(
      and(
        eq(clientNotices.applicationId, applicationId),
        eq(clientNotices.kind, kind),
        gt(clientNotices.sentAt, new Date(now.getTime() - NOTICE_PAUSE_MS)),
      ),
    )
    .limit(1)
  return sent.length > 0
}

/**
 * Notes that the client is sent a notice, in the transaction that queues it.
 *
 * @returns its id
 */
export async function noteSent(
  tx: Transaction,
  applicationId: string,
  { kind, now }: { kind: NoticeKind; now: Date },
): Promise<string> {
  const id = newId()
  await tx.insert(clientNotices).values({ id, applicationId, kind, sentAt: now })
  return id
}
