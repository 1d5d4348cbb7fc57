import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { NOTICE_PAUSE_MS, type NoticeKind } from '#features/applications/rules/notices.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { clientNotices } from '#features/applications/schema/review-schema.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { tooMany } from '#base/server/throttling/throttle.ts'

/** Maximum of notices of a kind to a client within a day, from all senders. */
const MAX_NOTICES_A_DAY = 3
const TOO_MANY = `This client has already had ${MAX_NOTICES_A_DAY} emails of this kind in the last 24 hours.`
const SECOND_MS = 1000

/** The notices of a kind that a client got within a day. */
interface SentToday {
  count: number
  firstAt: Date
}

/** The notices of a kind that some applications' clients were sent less than a day ago (decisions, "Send Reminder"). */
export async function sentToday(
  tx: Transaction,
  applicationIds: readonly string[],
  { kind, now }: { kind: NoticeKind; now: Date },
): Promise<Map<string, SentToday>> {
  const sent = await tx
    .select({
      id: clientNotices.applicationId,
      count: sql<number>`count(*)::int`,
      firstAt: sql`min(${clientNotices.sentAt})`.mapWith(clientNotices.sentAt),
    })
    .from(clientNotices)
    .where(
      and(
        inArray(clientNotices.applicationId, [...applicationIds]),
        eq(clientNotices.kind, kind),
        gt(clientNotices.sentAt, new Date(now.getTime() - NOTICE_PAUSE_MS)),
      ),
    )
    .groupBy(clientNotices.applicationId)
  return new Map(sent.map(({ id, ...notices }) => [id, notices]))
}

/**
 * Why a client is not sent another notice; null where nothing prevents it.
 *
 * @param again the sender confirmed an earlier notice within a day
 * @param question otherwise returned as the question to confirm
 */
export function checkRepeatedNotice(
  sent: SentToday | undefined,
  { again, now }: { again: boolean; now: Date },
  question: string,
): DomainError | null {
  if (sent === undefined) return null
  if (sent.count >= MAX_NOTICES_A_DAY) {
    const freeAt = sent.firstAt.getTime() + NOTICE_PAUSE_MS
    return tooMany(TOO_MANY, Math.max(1, Math.ceil((freeAt - now.getTime()) / SECOND_MS)))
  }
  return again ? null : new DomainError('conflict', question, { code: 'sent-recently' })
}

/**
 * Records that clients are sent a notice, in the transaction that queues it.
 *
 * @returns the id of each, by application
 */
export async function recordNotices(
  tx: Transaction,
  applicationIds: readonly string[],
  { kind, now }: { kind: NoticeKind; now: Date },
): Promise<Map<string, string>> {
  const notices = applicationIds.map((applicationId) => ({ id: newId(), applicationId, kind, sentAt: now }))
  if (notices.length > 0) await tx.insert(clientNotices).values(notices)
  return new Map(notices.map(({ id, applicationId }) => [applicationId, id]))
}
