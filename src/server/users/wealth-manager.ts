import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * Locks the manager whom a client is about to get: one who is demoted or deactivated at the same moment waits, or is
 * found to be so.
 *
 * @throws Refusal invalid (400) at wealthManagerId
 */
export async function lockWealthManager(
  tx: Transaction,
  id: string,
): Promise<{ fullName: string | null; username: string }> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (user?.role !== 'wealth_manager' || user.deactivatedAt !== null) throw managerRequired()
  const { fullName, username } = user
  return { fullName, username }
}

/** The words of specification section 5. */
export function managerRequired(): Refusal {
  const message = 'Please select a wealth manager for this client.'
  return new Refusal('invalid', message, { errors: [{ path: 'wealthManagerId', message }] })
}

/** Somebody has the e-mail address already. @param field where it was entered */
export function usernameTaken(field: 'email' | 'username'): Refusal {
  const message = 'There is an account with this email address already.'
  return new Refusal('conflict', message, { errors: [{ path: field, message }] })
}
