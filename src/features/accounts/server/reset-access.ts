import { eq } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import { removePasskeysOf } from '#features/sign-in/server/passkeys/manage.ts'
import { resetSecondFactorOf } from '#features/sign-in/server/second-factor/manage.ts'
import { endOtherSessions } from '#features/sign-in/server/sessions.ts'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
  type TemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { accessGiven } from '#features/access/server/second-person.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { importedStatusOf, managerOf, queueNewPassword } from './mails.ts'
import { lockAdministered, refuseSelf } from './account-guards.ts'

/** A user whose password was reset, with the new one. */
interface ResetPassword extends TemporaryPassword {
  username: string
}

/**
 * Replaces a user's password by a temporary one. Unlike for a forgotten password, the current one and all sessions end
 * at once, since it may be known to others.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found, conflict for oneself and for a deactivated account
 */
export async function resetPassword<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction, reset: ResetPassword) => Promise<Answer>,
): Promise<Answer> {
  const drawn = await generateTemporaryPassword(act.context)
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const user = await lockAdministered(work, id)
    refuseSelf(actor, user, 'password')
    if (user.deactivatedAt !== null) {
      throw new DomainError('conflict', 'This account is deactivated. Please reactivate it first.')
    }
    const why = user.invited ? 'invitation' : 'reset'
    const access = user.role === 'client' ? {} : accessGiven(actor, now)
    await tx
      .update(users)
      .set({ passwordHash: null, ...access })
      .where(eq(users.id, id))
    await endOtherSessions(tx, id, null)
    await removePasskeysOf(work, user)
    const purpose = user.invited ? 'invitation' : 'staff-reset'
    const temporary = await issueTemporaryPassword(tx, { userId: id, drawn, purpose, now })
    await record(work, 'user.password-reset', id, {})
    const [manager, imported] = [await managerOf(tx, user), await importedStatusOf(tx, id)]
    await queueNewPassword(work, { user, manager, temporary, why, imported })
    return answer(tx, { username: user.username, ...temporary })
  })
}

/**
 * Ends all sessions of a user.
 *
 * @param answer builds the response in the same transaction, with how many sessions ended
 * @throws DomainError not-found
 */
export async function signOutEverywhere<Answer>(
  act: CommandContext,
  id: string,
  answer: (tx: Transaction, endedSessions: number) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx } = work
    await lockAdministered(work, id)
    const sessions = await endOtherSessions(tx, id, null)
    await record(work, 'user.signed-out-everywhere', id, { sessions })
    return answer(tx, sessions)
  })
}

/**
 * Removes the second factor of a user who has lost it, with their passkeys, after their identity was verified. Their
 * sessions end. Idempotent.
 *
 * @throws DomainError not-found, conflict for oneself
 */
export async function resetSecondFactor(act: CommandContext, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const user = await lockAdministered(work, id)
    refuseSelf(actor, user, 'second-factor')
    if (user.secondFactorSince === null) return
    await resetSecondFactorOf(work, user)
    await removePasskeysOf(work, user)
    await endOtherSessions(tx, id, null)
  })
}
