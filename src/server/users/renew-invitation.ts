import { and, eq, inArray } from 'drizzle-orm'
import type { Doer } from '#server/actor.ts'
import { withinReach } from '#server/application-record/within-reach.ts'
import { record } from '#server/audit/record.ts'
import {
  drawTemporaryPassword,
  issueTemporaryPassword,
  type DrawnPassword,
  type TemporaryPassword,
} from '#server/auth/temporary-passwords.ts'
import type { Transaction } from '#server/db/database.ts'
import { applicationSummaries } from '#server/db/review-schema.ts'
import { applications, users } from '#server/db/schema.ts'
import { remindClient } from '#server/desk/remind.ts'
import { notFound, Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { managerOf, queueNewPassword } from './mails.ts'
import type { UserRow } from './rails.ts'

/** An invitation that takes the place of the one before. */
interface Renewed extends TemporaryPassword {
  email: string
}

/**
 * Invites the client of an application again, who has never signed in: by a new temporary password, which voids
 * the one before, and a mail.
 *
 * @param answer makes the answer in the same transaction
 * @throws Refusal not-found for an application out of the actor's reach; conflict (409) for who has signed in already,
 *   and for an account that is deactivated
 */
export async function renewInvitation<Answer>(
  act: Act,
  applicationId: string,
  answer: (tx: Transaction, renewed: Renewed) => Promise<Answer>,
): Promise<Answer> {
  const drawn = await drawTemporaryPassword(act.context)
  return inTransaction(act, async (work) => {
    const client = await lockClient(work, applicationId)
    if (client.deactivatedAt !== null) {
      throw new Refusal('conflict', 'This account is deactivated: nobody can sign in to it.')
    }
    if (!isAwaited(client)) {
      throw new Refusal(
        'conflict',
        'This client has signed in already. Who has no password any more asks for one where they sign in.',
      )
    }
    return answer(work.tx, { email: client.username, ...(await inviteAgain(work, client, drawn)) })
  })
}

/**
 * Reminds the client of a draft to go on; who has never signed in is invited again instead, since nothing else would let
 * them in.
 *
 * @param answer makes the answer of what is there then, in the same transaction
 * @throws Refusal as `remindClient`
 */
export async function remindOrInvite<Answer>(
  act: Act,
  applicationId: string,
  { again }: { again: boolean },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const drawn = await drawForWhoNeverCame(act, applicationId)
  return inTransaction(act, async (work) => {
    await remindOrInviteWithin(work, applicationId, { again, drawn, isHeld: true })
    return answer(work.tx)
  })
}

/**
 * The same in the transaction that it is a part of.
 *
 * @param drawn what `drawForWhoNeverCame` drew before it
 * @returns whether it was an invitation
 */
export async function remindOrInviteWithin(
  work: Work<Doer>,
  applicationId: string,
  { again, drawn, isHeld }: { again: boolean; drawn: DrawnPassword | null; isHeld: boolean },
): Promise<boolean> {
  const isInvited = drawn !== null && (await inviteWhoIsAwaited(work, applicationId, drawn))
  await remindClient(work, applicationId, { again, isInvited, isHeld })
  return isInvited
}

/** A temporary password where the client of an application never came. Hashing takes a while: not for those who are here, and not in a transaction. */
export async function drawForWhoNeverCame(
  act: Act<Doer, 'database' | 'rehearsal'>,
  applicationId: string,
): Promise<DrawnPassword | null> {
  return (await neverCame(act, applicationId)) ? drawTemporaryPassword(act.context) : null
}

async function inviteWhoIsAwaited(
  work: Work<Doer>,
  applicationId: string,
  drawn: DrawnPassword,
): Promise<boolean> {
  const client = await lockClient(work, applicationId)
  if (client.deactivatedAt !== null || !isAwaited(client)) return false
  await inviteAgain(work, client, drawn)
  return true
}

/** Whether the client has an invitation and nothing else. */
async function neverCame(
  { context }: Act<Doer, 'database' | 'rehearsal'>,
  applicationId: string,
): Promise<boolean> {
  const { db } = context.database
  const [found] = await db
    .select({ invitedUntil: applicationSummaries.invitedUntil })
    .from(applicationSummaries)
    .where(eq(applicationSummaries.applicationId, applicationId))
  return found !== undefined && found.invitedUntil !== null
}

/** Clients are locked before their applications everywhere, so that nobody waits in a circle. */
async function lockClient({ tx, actor }: Work<Doer>, applicationId: string): Promise<UserRow> {
  const theirs = tx
    .select({ id: applications.userId })
    .from(applications)
    .where(and(eq(applications.id, applicationId), withinReach(actor, 'invitation.renew')))
  const [client] = await tx.select().from(users).where(inArray(users.id, theirs)).for('no key update')
  if (client === undefined) throw notFound()
  return client
}

/** Whether somebody was invited and has never come. Who registered has a password before the address is confirmed. */
export function isAwaited({ invited, passwordHash }: UserRow): boolean {
  return invited && passwordHash === null
}

/** The client is locked, and has never signed in: no session ends, and nothing of theirs is opened by who sees the password. */
export async function inviteAgain(
  work: Work<Doer>,
  client: UserRow,
  drawn: DrawnPassword,
): Promise<TemporaryPassword> {
  const { tx, now } = work
  const { id: userId, wealthManagerId } = client
  const temporary = await issueTemporaryPassword(tx, { userId, drawn, purpose: 'invitation', now })
  await record(work, 'user.invited', userId, { wealthManagerId })
  const manager = await managerOf(tx, client)
  await queueNewPassword(work, { user: client, manager, temporary, why: 'invitation' })
  return temporary
}
