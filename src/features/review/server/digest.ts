import { and, count, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { views } from '#features/review/rules/views.ts'
import {
  digestDayAt,
  digestOf,
  digestRoles,
  getsDigest,
  type DigestFacts,
} from '#features/notes/rules/notifications/digest.ts'
import type { Context } from '#base/server/context.ts'
import type { Database, Queries, Transaction } from '#base/server/db/database.ts'
import { notificationSettings, staffDigests } from '#features/notes/schema/notification-schema.ts'
import { applicationSummaries as summaries } from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { countUnread } from '#features/notes/server/notifications/read.ts'
import { managersStoodInFor } from '#features/access/server/stand-ins/stand-ins.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { allClients, matchesFilter, type Asking } from './list.ts'
import { countViews } from './view-counts.ts'

/**
 * Mails admins and wealth managers what waits for them, once on each business day from 07:00 (docs/decisions/0085). A
 * user's day is marked in the transaction that queues the mail, even if there is nothing to send, so that repeated or
 * concurrent runs send it once. A failure for one user does not stop the others, and is retried by the next run.
 */
export async function sendDigests(context: Context): Promise<void> {
  const day = digestDayAt(context.now())
  if (day === null) return
  for (const person of await pendingRecipients(context.database.db, day)) {
    try {
      await sendDigest(context, person, day)
    } catch (error) {
      context.log.error({ err: error, userId: person.id }, 'writing a digest failed')
    }
  }
}

type Person = Awaited<ReturnType<typeof pendingRecipients>>[number]

/** Recipients of the digest whose day is not marked yet. */
function pendingRecipients(db: Database, day: string) {
  return db
    .select({
      id: users.id,
      username: users.username,
      role: users.role,
      status: users.status,
      off: notificationSettings.off,
    })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .leftJoin(staffDigests, eq(staffDigests.userId, users.id))
    .where(
      and(
        inArray(users.role, [...digestRoles]),
        eq(users.status, 'active'),
        or(isNull(staffDigests.day), lt(staffDigests.day, day)),
      ),
    )
}

async function sendDigest(context: Context, person: Person, day: string): Promise<void> {
  const act = systemContext(context)
  const isWanted = getsDigest({ ...person, off: person.off ?? [] })
  const digest = isWanted
    ? digestOf(await factsFor(context, person, act.now), act.now, context.settings.branding.office)
    : null
  await inTransaction(act, async (work) => {
    if (!(await markDay(work.tx, person.id, day)) || digest === null) return
    await queueMail(work, { template: 'staff-digest', recipient: person.username, data: digest })
  })
}

/** @returns whether it was not marked before; an earlier day is never marked again */
async function markDay(tx: Transaction, userId: string, day: string): Promise<boolean> {
  const { rowCount } = await tx
    .insert(staffDigests)
    .values({ userId, day })
    .onConflictDoUpdate({ target: staffDigests.userId, set: { day }, setWhere: lt(staffDigests.day, day) })
  return rowCount === 1
}

async function factsFor(
  context: Pick<Context, 'database' | 'settings'>,
  { id: userId, role }: Person,
  now: Date,
): Promise<DigestFacts> {
  // The digest is a list's summary: a stand-in's includes the clients whom they cover. The absent manager gets theirs too.
  const { db } = context.database
  const all = allClients({ context, now })
  const asking: Asking =
    role === 'admin' ? all : { ...all, managerId: userId, alsoOf: await managersStoodInFor(db, userId, now) }
  const waiting = await waitingByDay(db, asking)
  const { unassigned = 0 } = role === 'admin' ? (await countViews(db, ['unassigned'], asking)).counts : {}
  return { waiting, unassigned, unread: await countUnread(db, { userId, role }) }
}

/** The counts of the view "Waiting for us" by the day since which they wait, and the promised day. */
function waitingByDay(db: Queries, asking: Asking): Promise<DigestFacts['waiting']> {
  return db
    .select({
      since: sql`min(${summaries.queueSince})`.mapWith(summaries.queueSince),
      promisedBy: applications.answerPromisedBy,
      count: count(),
    })
    .from(summaries)
    .innerJoin(applications, eq(applications.id, summaries.applicationId))
    .where(matchesFilter(views.waitingForUs.filter, asking))
    .groupBy(sql`date_of(${summaries.queueSince})`, applications.answerPromisedBy)
}
