import { eq } from 'drizzle-orm'
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
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { Refusal } from '#server/refusal.ts'
import { createUser } from './commands.ts'

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
 * @throws Refusal invalid (400) where an admin names no active wealth manager, conflict (409) where the account exists
 */
export async function inviteClient(context: Context, invitation: Invitation): Promise<Invited> {
  const { actor, email } = invitation
  const wealthManagerId = actor.role === 'wealth_manager' ? actor.userId : invitation.wealthManagerId
  if (wealthManagerId === undefined) throw managerRequired()
  const drawn = await drawTemporaryPassword()
  const expiresAt = await context.database.db.transaction((tx) =>
    createInvited(tx, context, { ...invitation, wealthManagerId }, drawn),
  )
  return { email, temporaryPassword: drawn.password, expiresAt }
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
  if (userId === null) throw usernameTaken()
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

/** A manager who is demoted or deactivated at the same moment waits, or is found to be so. */
async function lockWealthManager(tx: Transaction, id: string): Promise<{ fullName: string | null }> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  if (user?.role !== 'wealth_manager' || user.deactivatedAt !== null) throw managerRequired()
  return { fullName: user.fullName }
}

function managerRequired(): Refusal {
  const message = 'Please select a wealth manager for this client.'
  return new Refusal('invalid', message, { errors: [{ path: 'wealthManagerId', message }] })
}

function usernameTaken(): Refusal {
  const message = 'There is an account with this email address already.'
  return new Refusal('conflict', message, { errors: [{ path: 'email', message }] })
}
