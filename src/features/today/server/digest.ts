import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '#base/server/context.ts'
import type { Database, Transaction } from '#base/server/db/database.ts'
import { notificationSettings, staffDigests } from '#features/notes/schema/notification-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { managersStoodInFor } from '#features/access/server/stand-ins/stand-ins.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { digestDayAt, digestOf, digestRoles, getsDigest } from '#features/today/rules/digest.ts'
import { todayOf, type TodaySource } from './today.ts'

/**
 * Mails admins and wealth managers what their list of work comes to, once on each business day from 07:00 (docs/decisions/0085). A
 * user's day is marked in the transaction that queues the mail, even if there is nothing to send, so that repeated or
 * concurrent runs send it once. A failure for one user does not stop the others, and is retried by the next run.
 */
export async function sendDigests(context: Context, sources: readonly TodaySource[]): Promise<void> {
  const day = digestDayAt(context.now())
  if (day === null) return
  for (const person of await pendingRecipients(context.database.db, day)) {
    try {
      await sendDigest(context, sources, person, day)
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

async function sendDigest(
  context: Context,
  sources: readonly TodaySource[],
  person: Person,
  day: string,
): Promise<void> {
  const act = systemContext(context)
  const isWanted = getsDigest({ ...person, off: person.off ?? [] })
  const digest = isWanted ? digestOf(await rowsFor(context, sources, person, act.now)) : null
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

/** The list of a person, as they would read it now; a stand-in's includes the clients whom they cover. */
async function rowsFor(
  context: Context,
  sources: readonly TodaySource[],
  { id: userId, role }: Person,
  now: Date,
) {
  const standsInFor =
    role === 'wealth_manager' ? await managersStoodInFor(context.database.db, userId, now) : []
  return todayOf(sources, { context, actor: { userId, role, standsInFor }, now })
}
