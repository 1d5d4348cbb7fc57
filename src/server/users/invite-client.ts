import { createApplication } from '#server/applications/commands.ts'
import { record } from '#server/audit/record.ts'
import {
  drawTemporaryPassword,
  issueTemporaryPassword,
  type DrawnPassword,
} from '#server/auth/temporary-passwords.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { createUser } from './commands.ts'
import { lockWealthManager, managerRequired, usernameTaken } from './wealth-manager.ts'

interface Invitation {
  /** In lower case. */
  email: string
  fullName: string | null
  /** As it was sent; a wealth manager's own clients are theirs whatever it says. */
  wealthManagerId: string | undefined
}

/** Somebody who has just been invited. The password leaves once, to whoever invited and in the e-mail. */
export interface Invited {
  email: string
  temporaryPassword: string
  expiresAt: Date
}

/**
 * Invites a client: an account with a draft application and a temporary password, and the e-mail that says so.
 *
 * @param answer makes the answer in the same transaction
 * @throws Refusal invalid (400) where an admin names no active wealth manager, conflict (409) where the account exists
 */
export async function inviteClient<Answer>(
  act: Act,
  invitation: Invitation,
  answer: (tx: Transaction, invited: Invited) => Promise<Answer>,
): Promise<Answer> {
  const { actor } = act
  const { email } = invitation
  const wealthManagerId = actor.role === 'wealth_manager' ? actor.userId : invitation.wealthManagerId
  if (wealthManagerId === undefined) throw managerRequired()
  const drawn = await drawTemporaryPassword()
  return inTransaction(act, async (work) => {
    const expiresAt = await createInvited(work, { ...invitation, wealthManagerId }, drawn)
    return answer(work.tx, { email, temporaryPassword: drawn.password, expiresAt })
  })
}

async function createInvited(
  work: Work,
  { email, fullName, wealthManagerId }: Invitation & { wealthManagerId: string },
  drawn: DrawnPassword,
): Promise<Date> {
  const { tx, now } = work
  const manager = await lockWealthManager(tx, wealthManagerId)
  const client = { username: email, fullName, role: 'client', wealthManagerId } as const
  const userId = await createUser(work, { ...client, passwordHash: null }, 'invitation')
  if (userId === null) throw usernameTaken('email')
  await createApplication(work, { ...client, userId })
  const expiresAt = await issueTemporaryPassword(tx, { userId, drawn, purpose: 'invitation', now })
  await record(work, 'user.invited', userId, { wealthManagerId })
  await queueMail(work, {
    template: 'invitation',
    recipient: email,
    data: { fullName, managerName: manager.fullName, temporaryPassword: drawn.password, expiresAt },
  })
  return expiresAt
}
