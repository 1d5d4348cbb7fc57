import { and, eq, gt, or } from 'drizzle-orm'
import { DAY_MS } from '#base/rules/time/calendar-days.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { TransactionContext } from './command-context.ts'
import type { Doer } from './actor.ts'

/** How long an account and who gave it its access are no second person to each other. */
const NO_SECOND_PERSON_MS = 30 * DAY_MS

/** What is stored of who gave a member of staff their access. */
export function accessGiven({ userId }: Doer, now: Date) {
  return { accessBy: userId, accessAt: now }
}

/** The error for someone who may not decide alone. */
export function secondPerson(message: string): DomainError {
  return new DomainError('conflict', message, { code: 'second-person' })
}

/**
 * Refuses a decision by who asked for it, and by an account that may be theirs: made by them, or given a new password,
 * in the last 30 days (docs/decisions/0157).
 *
 * @param message for who asked
 * @throws DomainError second-person (409)
 */
export async function requireSecondPerson(
  { tx, actor, now }: Pick<TransactionContext<Doer, never>, 'tx' | 'actor' | 'now'>,
  asker: string,
  message: string,
): Promise<void> {
  if (asker === actor.userId) throw secondPerson(message)
  const one = (account: string, by: string) => and(eq(users.id, account), eq(users.accessBy, by))
  const isGiven = and(
    or(one(actor.userId, asker), one(asker, actor.userId)),
    gt(users.accessAt, new Date(now.getTime() - NO_SECOND_PERSON_MS)),
  )
  if ((await tx.$count(users, isGiven)) > 0)
    throw secondPerson(
      'One of you gave the other’s account its access less than 30 days ago. Someone else has to decide.',
    )
}
