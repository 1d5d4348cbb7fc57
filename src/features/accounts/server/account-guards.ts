import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

export type UserRow = typeof users.$inferSelect

/** What belongs to a role, and ends with it. */
export const CLEARED_WITH_ROLE = {
  wealthManagerId: null,
  phone: null,
  seniorManagerSince: null,
  complianceSince: null,
} as const

/**
 * Locks a user row after re-checking that the actor is still an administrator. Demoting, deactivating and deleting hold
 * this lock, so that two administrators cannot remove each other.
 *
 * @throws DomainError forbidden where the actor is no administrator any more, not-found where there is no such user
 */
export async function lockAdministered(work: TransactionContext, id: string): Promise<UserRow> {
  await lockAdministrators(work)
  const [user] = await work.tx.select().from(users).where(eq(users.id, id)).for('no key update')
  if (user === undefined) throw notFound()
  return user
}

/**
 * Locks all active system administrators until the transaction ends.
 *
 * @throws DomainError forbidden where the actor is not among them any more
 */
export async function lockAdministrators({ tx, actor }: TransactionContext): Promise<void> {
  const active = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'system_administrator'), isNull(users.deactivatedAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  if (active.some(({ id }) => id === actor.userId)) return
  throw new DomainError(
    'forbidden',
    'You are no longer a system administrator, so nothing was changed. Please sign in again.',
  )
}

/** Actions that are not allowed for oneself, with messages. */
const notToYourself = {
  delete: 'You cannot delete your own account. Another system administrator can deactivate it.',
  role: 'You cannot change your own role. Another system administrator can.',
  deactivate: 'You cannot deactivate your own account. Another system administrator can.',
  seniority: 'You cannot name yourself a senior manager. Another system administrator can.',
  compliance: 'You cannot change this for your own account. Another system administrator can.',
  password: 'This is your own account. Please choose Change Password instead.',
  'second-factor': 'This is your own account. Turn your authenticator off on your account page.',
} as const

/**
 * Refuses an action on the actor's own account, so there is always a system administrator (decisions, "Deleting a
 * user").
 *
 * @throws DomainError conflict where the user is the actor
 */
export function refuseSelf(actor: Actor, user: Pick<UserRow, 'id'>, what: keyof typeof notToYourself): void {
  if (user.id === actor.userId) throw new DomainError('conflict', notToYourself[what])
}

/**
 * A manager's clients must be reassigned before the manager leaves.
 *
 * @throws DomainError conflict, with how many
 */
export async function refuseWithClients(tx: Transaction, user: UserRow): Promise<void> {
  const [found] = await tx.select({ count: count() }).from(users).where(eq(users.wealthManagerId, user.id))
  const clients = found?.count ?? 0
  if (clients === 0) return
  const so = clients === 1 ? '1 client' : `${clients} clients`
  throw new DomainError('conflict', `This wealth manager has ${so}. Please reassign ${so} first.`, {
    code: 'has-clients',
  })
}

/**
 * Refuses if the client has submitted: such records are kept for five years after the end of the relationship. Locks the
 * application against submission and new records.
 *
 * @param instead what to do, as a sentence
 * @param deletable statuses of applications that were never submitted: an undone import also deletes onboarded ones
 * @returns the application to delete with the client; null where there is none
 * @throws DomainError conflict
 */
export async function lockUnsubmitted(
  { tx }: Pick<TransactionContext, 'tx'>,
  user: UserRow,
  instead: string,
  deletable: readonly ApplicationStatus[] = ['draft', 'cancelled'],
): Promise<{ id: string } | null> {
  const [application] = await tx
    .select({
      id: applications.id,
      status: applications.status,
      submittedAt: applications.submittedAt,
    })
    .from(applications)
    .where(eq(applications.userId, user.id))
    .for('update')
  if (application === undefined) return null
  const neverSubmitted = application.submittedAt === null && deletable.includes(application.status)
  if (!neverSubmitted) {
    throw new DomainError(
      'conflict',
      `This client has submitted an application, which must be kept. ${instead}`,
    )
  }
  return application
}
