import { roleLabels, type Role } from '#domain/users/roles.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'

/** A temporary password that somebody is to get. */
interface NewPassword {
  user: { username: string; fullName: string | null; role: Role }
  /** Who invites a client. */
  managerName: string | null
  temporary: { password: string; expiresAt: Date }
  why: 'invitation' | 'reset'
  now: Date
}

/** Sends somebody the temporary password that they were given, in the words that fit them and the reason. */
export async function queueNewPassword(
  tx: Transaction,
  context: Context,
  { user, managerName, temporary, why, now }: NewPassword,
): Promise<void> {
  const { username: recipient, fullName, role } = user
  const { password: temporaryPassword, expiresAt } = temporary
  const secret = { fullName, temporaryPassword, expiresAt }
  if (why === 'reset') {
    return queueMail(tx, context, { template: 'password-reset-by-staff', recipient, data: secret, now })
  }
  if (role === 'client') {
    return queueMail(tx, context, {
      template: 'invitation',
      recipient,
      data: { ...secret, managerName },
      now,
    })
  }
  const data = { ...secret, roleLabel: roleLabels[role] }
  return queueMail(tx, context, { template: 'staff-invitation', recipient, data, now })
}
