import { eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { ProblemBody } from '#base/rules/api/problem.ts'
import { withoutLetterText } from '#features/accounts/rules/without-letter.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'

/** A wealth manager to be assigned. */
export interface Successor {
  id: string
  username: string
  fullName: string | null
  phone: string | null
  faisDocumentId: string | null
}

/**
 * Locks the manager to be assigned, so that a simultaneous demotion or deactivation waits, or is detected.
 *
 * @param field the field with the manager
 * @throws DomainError invalid (400) at the field
 */
export async function lockWealthManager(
  tx: Transaction,
  id: string,
  field = 'wealthManagerId',
): Promise<Successor> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (user?.role !== 'wealth_manager' || user.deactivatedAt !== null) throw managerRequired(field)
  return user
}

/** The text of specification section 5. @param field the field with the manager */
export function managerRequired(field = 'wealthManagerId'): DomainError {
  const message = 'Please select a wealth manager for this client.'
  return new DomainError('invalid', message, { errors: [{ path: field, message }] })
}

/**
 * Requires confirmation before clients are assigned to a manager without a letter.
 *
 * @param known the actor confirmed it
 * @throws DomainError conflict (409), with what clients will see
 */
export function askWithoutLetter({ faisDocumentId, fullName, username }: Successor, known: boolean): void {
  if (faisDocumentId !== null || known) return
  throw new DomainError('conflict', withoutLetterText(accountName({ fullName, username })), {
    code: 'no-letter',
  })
}

/**
 * The error for an email address that is taken.
 *
 * @param field where it was entered
 * @param existing the client who has it, in the caller's scope
 */
export function usernameTaken(field: 'email' | 'username', existing?: ProblemBody['existing']): DomainError {
  const message = 'There is already an account with this email address.'
  const errors = [{ path: field, message }]
  return new DomainError('conflict', message, {
    code: 'account-exists',
    errors,
    ...(existing && { existing }),
  })
}
