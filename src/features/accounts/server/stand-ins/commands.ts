import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { MAX_STAND_IN_DAYS } from '#features/accounts/api/stand-ins.ts'
import { dayAfter } from '#base/rules/time/calendar-days.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { newId } from '#base/server/db/id.ts'
import { users } from '#features/access/schema/tables.ts'
import { standIns } from '#features/access/schema/stand-in-schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

/** The stand-in, and the last day (yyyy-MM-dd). */
interface Naming {
  standInId: string
  until: string
}

/**
 * Names a colleague who sees and acts for the actor's clients until a day. It replaces an earlier one. Idempotent.
 *
 * @throws DomainError invalid (400) for a day that is over or too far away, and for no active wealth manager
 */
export async function nameStandIn(act: CommandContext, naming: Naming): Promise<void> {
  requireDay(naming.until, dayOf(act.now))
  await inTransaction(act, async (work) => {
    await lockOwnAccount(work.tx, work.actor)
    await name(work, work.actor.userId, naming)
  })
}

/**
 * Names a colleague of a wealth manager who cannot do it, such as one who is ill. Idempotent.
 *
 * @throws DomainError not-found for no active wealth manager, and as {@link nameStandIn}
 */
export async function nameStandInFor(act: CommandContext, managerId: string, naming: Naming): Promise<void> {
  requireDay(naming.until, dayOf(act.now))
  await inTransaction(act, async (work) => {
    const [manager] = await work.tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, managerId), isWealthManager))
      .for('update')
    if (manager === undefined) throw notFound()
    await name(work, managerId, naming)
  })
}

async function name(work: TransactionContext, managerId: string, naming: Naming): Promise<void> {
  const { tx, now } = work
  await requireColleague(work, managerId, naming.standInId)
  const [current] = await tx
    .select()
    .from(standIns)
    .where(and(eq(standIns.managerId, managerId), isNull(standIns.endedAt)))
  if (current?.standInId === naming.standInId && current.until === naming.until) return
  if (current !== undefined) {
    await tx.update(standIns).set({ endedAt: now }).where(eq(standIns.id, current.id))
  }
  await tx.insert(standIns).values({ id: newId(), managerId, ...naming, namedAt: now })
  await record(work, 'stand-in.named', managerId, naming)
}

/** Ends the actor's own absence. Idempotent. */
export async function endOwnStandIn(act: CommandContext): Promise<void> {
  await inTransaction(act, async (work) => {
    await lockOwnAccount(work.tx, work.actor)
    await end(work, eq(standIns.managerId, work.actor.userId))
  })
}

/**
 * Ends an absence for its manager. Idempotent.
 *
 * @throws DomainError not-found
 */
export async function endStandIn(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    if ((await work.tx.$count(standIns, eq(standIns.id, id))) === 0) throw notFound()
    await end(work, eq(standIns.id, id))
  })
}

async function end(work: TransactionContext, which: ReturnType<typeof eq>): Promise<void> {
  const ended = await work.tx
    .update(standIns)
    .set({ endedAt: work.now })
    .where(and(which, isNull(standIns.endedAt)))
    .returning()
  for (const { managerId, standInId } of ended) {
    await record(work, 'stand-in.ended', managerId, { standInId })
  }
}

function requireDay(until: string, today: string): void {
  const latest = dayAfter(today, MAX_STAND_IN_DAYS)
  if (until < today) throw refused('until', 'Please choose today or a later day.')
  if (until > latest) throw refused('until', 'Please choose a day within a year.')
}

const isWealthManager = and(eq(users.role, 'wealth_manager'), isNull(users.deactivatedAt))

async function requireColleague({ tx }: TransactionContext, managerId: string, id: string): Promise<void> {
  if (id === managerId) throw refused('standInId', 'Please choose a colleague.')
  const isColleague = and(eq(users.id, id), isWealthManager, isNotNull(users.fullName))
  if ((await tx.$count(users, isColleague)) === 0) {
    throw refused('standInId', 'Please choose an active wealth manager.')
  }
}

function refused(path: string, message: string): DomainError {
  return new DomainError('invalid', message, { errors: [{ path, message }] })
}
