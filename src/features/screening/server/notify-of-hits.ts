import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { activeAdmins } from '#features/wizard/server/queries.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import { mailOutbox } from '#features/mail/schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { roles } from '#features/due-diligence/rules/screened-roles.ts'
import { hits, screeningSubjects } from '#features/screening/schema.ts'
import type { Doer } from '#features/access/server/actor.ts'
import {
  inTransaction,
  systemContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'

/** Admins are notified of new hits at most this often. */
const QUIET_MS = 3_600_000

/** Notifies admins that hits were opened. The mail names no one. */
export async function notifyOfHits(
  context: Pick<Context, 'database' | 'keyring' | 'settings' | 'now'>,
): Promise<void> {
  await inTransaction(systemContext(context), async (work) => {
    const { tx, now } = work
    const since = new Date(now.getTime() - QUIET_MS)
    const [recent] = await tx
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(and(eq(mailOutbox.template, 'hit-open'), gt(mailOutbox.createdAt, since)))
      .limit(1)
    if (recent !== undefined) return
    const unaware = await onlyThemselvesFound(tx)
    const recipients = (await activeAdmins(tx)).filter((username) => !unaware.includes(username))
    for (const recipient of await notifyStaff(work, { kind: 'hit-open', recipients, applicationId: null }))
      await queueMail(work, { template: 'hit-open', recipient, data: { prohibited: false } })
  })
}

/** Staff to whom all undecided hits are about themselves: they do not learn that there are any. */
async function onlyThemselvesFound(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ username: users.username })
    .from(hits)
    .innerJoin(screeningSubjects, eq(screeningSubjects.id, hits.subjectId))
    .innerJoin(users, eq(users.id, screeningSubjects.userId))
    .where(
      sql`${hits.state} in ('open', 'waiting') and not exists (select from ${hits} other
        where other.state in ('open', 'waiting') and other.subject_id <> ${screeningSubjects.id})`,
    )
  return rows.map(({ username }) => username)
}

/** Notifies senior managers at once that a match on the United Nations' list is confirmed; not of a client's relative. */
export async function notifyOfMatch(
  work: TransactionContext<Doer | null, 'keyring' | 'settings'>,
  subjectId: string,
): Promise<void> {
  const [subject] = await work.tx
    .select({ role: screeningSubjects.role, userId: screeningSubjects.userId })
    .from(screeningSubjects)
    .where(eq(screeningSubjects.id, subjectId))
  if (subject === undefined || (!roles[subject.role].prohibits && subject.role !== 'staff')) return
  const seniors = await work.tx
    .select({ username: users.username })
    .from(users)
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(users.deactivatedAt),
        isNull(users.complianceSince),
        isNotNull(users.seniorManagerSince),
        subject.userId === null ? undefined : ne(users.id, subject.userId),
      ),
    )
  for (const { username } of seniors)
    await queueMail(work, { template: 'hit-open', recipient: username, data: { prohibited: true } })
}
