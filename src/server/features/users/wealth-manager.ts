import { eq } from 'drizzle-orm'
import type { ProblemBody } from '#domain/api/problem.ts'
import { withoutLetterText } from '#domain/users/without-letter.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema.ts'
import { DomainError } from '#server/platform/domain-error.ts'

/** A wealth manager who is about to get clients. */
export interface Successor {
  id: string
  username: string
  fullName: string | null
  phone: string | null
  faisDocumentId: string | null
}

/**
 * Locks the manager whom a client is about to get: one who is demoted or deactivated at the same moment waits, or is
 * found to be so.
 *
 * @param field where they were chosen
 * @throws DomainError invalid (400) at the field, also for a manager without a name
 */
export async function lockWealthManager(
  tx: Transaction,
  id: string,
  field = 'wealthManagerId',
): Promise<Successor> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (user?.role !== 'wealth_manager' || user.deactivatedAt !== null) throw managerRequired(field)
  if (user.fullName === null || user.fullName === '') throw unnamed(user.username, field)
  return user
}

/** Clients see their manager's name on letters, mails and screens. */
function unnamed(username: string, field: string): DomainError {
  const message = `Clients cannot be assigned to ${username} yet, because the account has no name. The wealth manager can add it under Your account, or a system administrator under Users.`
  return new DomainError('invalid', message, { errors: [{ path: field, message }] })
}

/** The words of specification section 5. @param field where the manager was to be chosen */
export function managerRequired(field = 'wealthManagerId'): DomainError {
  const message = 'Please select a wealth manager for this client.'
  return new DomainError('invalid', message, { errors: [{ path: field, message }] })
}

/**
 * Asks before clients come to a manager who has no letter for them.
 *
 * @param known they know what their clients will see
 * @throws DomainError conflict (409), saying what that is
 */
export function askWithoutLetter({ faisDocumentId, fullName, username }: Successor, known: boolean): void {
  if (faisDocumentId !== null || known) return
  throw new DomainError('conflict', withoutLetterText(fullName ?? username), { code: 'no-letter' })
}

/**
 * Somebody has the e-mail address already.
 *
 * @param field where it was entered
 * @param existing the client who has it, where the caller reaches them
 */
export function usernameTaken(field: 'email' | 'username', existing?: ProblemBody['existing']): DomainError {
  const message = 'There is an account with this email address already.'
  const errors = [{ path: field, message }]
  return new DomainError('conflict', message, {
    code: 'account-exists',
    errors,
    ...(existing && { existing }),
  })
}
