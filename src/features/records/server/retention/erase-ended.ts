import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '#features/applications/rules/retention.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { isHeld } from '#features/applications/server/record/is-held.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import type { Database } from '#base/server/db/database.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { applications, documents, users } from '#features/access/schema/tables.ts'
import { uploads } from '#features/documents/schema/uploads.ts'
import { markForDeletion } from '#features/documents/server/orphaned-files.ts'
import {
  systemContext,
  inTransaction,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { eraseRetainedRecords } from '#features/accounts/server/retained-records.ts'
import { endedRelationships, lockEnded, type EndedRelationship } from './ended-relationships.ts'
import { queueErasedEvent } from '#features/applications/server/events/queue-events.ts'

/** At least the retention period, including leap years. */
const MAIL_RETENTION_MS = RETENTION_YEARS * 366 * 24 * 3_600_000

/**
 * Erases the personal data and files of clients whose retention period has ended (`features/applications/rules`), each in a
 * transaction of their own; failures are retried by the next run. The cleanup job deletes their files a day later.
 * Audit rows stay under an id that refers to nothing any more.
 *
 * @returns how many were erased
 * @throws where a client could not be erased
 */
export async function eraseEnded(context: Pick<Context, 'database' | 'now' | 'log'>): Promise<number> {
  const { db } = context.database
  const act = systemContext(context)
  const { now } = act
  const failures: unknown[] = []
  let erased = 0
  for await (const ended of endedRelationships(db, now)) {
    try {
      if (await inTransaction(act, (work) => erase(work, ended))) erased += 1
    } catch (error) {
      context.log.error(
        { err: error, user: ended.userId },
        'a client could not be erased after the retention period',
      )
      failures.push(error)
    }
  }
  await forgetOldMail(db, now)
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${failures.length + erased} could not be erased.`, {
      cause: failures[0],
    })
  return erased
}

/** Mails to staff contain names of clients, so they are deleted after the same period; those to a client with a hold stay. */
async function forgetOldMail(db: Database, now: Date): Promise<void> {
  const toHeld = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(and(eq(users.username, mailOutbox.recipient), isHeld(now)))
  await db
    .delete(mailOutbox)
    .where(and(lt(mailOutbox.createdAt, new Date(now.getTime() - MAIL_RETENTION_MS)), notExists(toHeld)))
}

/** @returns false where the client is active again */
async function erase(work: TransactionContext<null, 'database'>, found: EndedRelationship): Promise<boolean> {
  const { tx, now } = work
  const ended = await lockEnded(tx, found, now)
  if (ended === null) return false
  const { userId, applicationId } = ended
  await forgetMail(tx, ended)
  await queueErasedEvent(work, { clientId: userId, applicationId })
  const files = await tx
    .delete(documents)
    .where(eq(documents.ownerId, userId))
    .returning({ key: documents.objectKey })
  const sent = await tx
    .delete(uploads)
    .where(eq(uploads.userId, userId))
    .returning({ key: uploads.objectKey })
  await markForDeletion(
    tx,
    [...files, ...sent].map(({ key }) => key),
    now,
  )
  await eraseRetainedRecords(tx, applicationId, now)
  await tx.delete(applications).where(eq(applications.id, applicationId))
  await tx.delete(users).where(eq(users.id, userId))
  await record(work, 'client.erased', userId, { endedOn: dayOf(ended.endedAt), documents: files.length })
  return true
}

/** By both addresses: the username and the one in the answers. */
async function forgetMail(
  tx: TransactionContext['tx'],
  { username, applicationId }: EndedRelationship,
): Promise<void> {
  const given = tx
    .select({ address: sql<string>`lower(${applicationSummaries.emailAddress})` })
    .from(applicationSummaries)
    .where(eq(applicationSummaries.applicationId, applicationId))
  await tx.delete(mailOutbox).where(eq(mailOutbox.recipient, username))
  await tx.delete(mailOutbox).where(inArray(sql`lower(${mailOutbox.recipient})`, given))
}
