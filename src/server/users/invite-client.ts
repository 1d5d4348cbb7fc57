import type { Actor, Origin } from '#server/actor.ts'
import { createApplication } from '#server/applications/commands.ts'
import { appendAudit } from '#server/audit/append.ts'
import {
  drawTemporaryPassword,
  issueTemporaryPassword,
  type DrawnPassword,
} from '#server/auth/temporary-passwords.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { createUser } from './commands.ts'
import { lockWealthManager, managerRequired, usernameTaken } from './wealth-manager.ts'

interface Invitation {
  actor: Actor
  origin: Origin
  now: Date
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
  context: Context,
  invitation: Invitation,
  answer: (tx: Transaction, invited: Invited) => Promise<Answer>,
): Promise<Answer> {
  const { actor, email } = invitation
  const wealthManagerId = actor.role === 'wealth_manager' ? actor.userId : invitation.wealthManagerId
  if (wealthManagerId === undefined) throw managerRequired()
  const drawn = await drawTemporaryPassword()
  return context.database.db.transaction(async (tx) => {
    const expiresAt = await createInvited(tx, context, { ...invitation, wealthManagerId }, drawn)
    return answer(tx, { email, temporaryPassword: drawn.password, expiresAt })
  })
}

async function createInvited(
  tx: Transaction,
  context: Context,
  { actor, origin, now, email, fullName, wealthManagerId }: Invitation & { wealthManagerId: string },
  drawn: DrawnPassword,
): Promise<Date> {
  const { ip } = origin
  const manager = await lockWealthManager(tx, wealthManagerId)
  const client = { username: email, fullName, role: 'client', wealthManagerId } as const
  const userId = await createUser(tx, { ...client, passwordHash: null }, { by: 'invitation', actor, ip, now })
  if (userId === null) throw usernameTaken('email')
  await createApplication(tx, context, { ...client, userId }, { actor, ip, now })
  const expiresAt = await issueTemporaryPassword(tx, { userId, drawn, purpose: 'invitation', now })
  await appendAudit(tx, {
    action: 'user.invited',
    details: { wealthManagerId },
    actor,
    objectId: userId,
    ip,
    at: now,
  })
  await queueMail(tx, context, {
    template: 'invitation',
    recipient: email,
    data: { fullName, managerName: manager.fullName, temporaryPassword: drawn.password, expiresAt },
    now,
  })
  return expiresAt
}
