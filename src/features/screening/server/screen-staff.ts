import { eq, isNotNull, isNull, ne, or, and, sql } from 'drizzle-orm'
import { MATCHER_VERSION } from '#features/screening/rules/score.ts'
import { screenedStaff } from '#features/screening/rules/subjects.ts'
import { users } from '#features/access/schema/tables.ts'
import { screeningSubjects } from '#features/screening/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import {
  inTransaction,
  systemContext,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import { editionsInForce } from './editions.ts'
import { fillSounds } from './fill-sounds.ts'
import { notifyOfHits } from './notify-of-hits.ts'
import { saveSubjects } from './save-subjects.ts'
import { screenSubject } from './screen-subject.ts'
import { subjectIdsOf } from './subjects.ts'

const ACCOUNTS_AT_ONCE = 500

/** Staff who can sign in, or are invited. */
const isEmployed = and(isNull(users.deactivatedAt), ne(users.role, 'client'))

/** What the facts of a member of staff come from; of those who have left, nothing is compared. */
const matcher = sql`${String(MATCHER_VERSION)}::text`
const basis = sql<string>`case when ${isEmployed} then concat(${matcher}, ':', md5(${users.fullName})) else concat(${matcher}, ':') end`

/**
 * Compares staff with all lists by the names of their accounts, where a name is new or has changed (FIC Directive 8 of
 * 2023), and leaves out who was deactivated. A job each minute.
 *
 * @returns the number of hits that were opened
 */
export async function screenStaff(context: Context): Promise<number> {
  const { db } = context.database
  const { on } = context.settings.dueDiligence
  if (!on || (await editionsInForce(db)).length === 0) return 0
  await fillSounds(context)
  const changed = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(screeningSubjects, eq(screeningSubjects.userId, users.id))
    .where(
      and(
        or(isEmployed, isNotNull(screeningSubjects.id)),
        sql`${screeningSubjects.basis} is distinct from ${basis}`,
      ),
    )
    .limit(ACCOUNTS_AT_ONCE)
  let opened = 0
  for (const { id } of changed) {
    try {
      opened += await inTransaction(systemContext(context), (work) => screenAccount(work, id))
    } catch (error) {
      context.log.error({ err: error, user: id }, 'comparing staff with sanctions lists failed')
    }
  }
  if (opened > 0) await notifyOfHits(context)
  return opened
}

/**
 * Compares a member of staff with all lists now.
 *
 * @throws DomainError not-found for clients, and for the own account, which looks as if there were no such call;
 * conflict (409) where the account is deactivated
 */
export async function screenStaffNow(act: CommandContext, userId: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const [user] = await work.tx
      .select({ deactivatedAt: users.deactivatedAt })
      .from(users)
      .where(and(eq(users.id, userId), ne(users.role, 'client'), ne(users.id, work.actor.userId)))
      .for('share')
    if (user === undefined) throw notFound()
    if (user.deactivatedAt !== null)
      throw new DomainError(
        'conflict',
        'This account is deactivated. Only active staff are compared with lists.',
      )
    await screenAccount(work, userId, { asked: true })
  })
}

async function screenAccount(
  work: TransactionContext<Doer | null>,
  userId: string,
  { asked = false }: { asked?: boolean } = {},
): Promise<number> {
  const { tx } = work
  const [row] = await tx
    .select({
      fullName: users.fullName,
      isEmployed: sql<boolean>`${isEmployed}`,
      basis,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  if (row === undefined) return 0
  const owner = { userId }
  const people = row.isEmployed ? [screenedStaff(row.fullName)] : []
  const changed = await saveSubjects(work, { owner, people, basis: row.basis })
  let opened = 0
  for (const id of asked ? await subjectIdsOf(tx, owner) : changed)
    opened += await screenSubject(work, id, { asked })
  return opened
}
