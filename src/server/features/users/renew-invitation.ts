import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Doer } from '#server/shared/actor.ts'
import { inScope } from '#server/shared/application-record/application-scope.ts'
import { record } from '#server/shared/audit/record.ts'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
  type GeneratedPassword,
  type TemporaryPassword,
} from '#server/features/auth/temporary-passwords.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { applicationSummaries } from '#server/platform/db/review-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { remindClients } from '#server/features/staff-workspace/remind.ts'
import { notFound, DomainError, throwFirst, type Refused } from '#server/platform/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { managerOf, queueNewPassword } from './mails.ts'
import type { UserRow } from './account-guards.ts'

/** An invitation that takes the place of the one before. */
interface Renewed extends TemporaryPassword {
  email: string
}

/**
 * Invites the client of an application again, who has never signed in: by a new temporary password, which voids
 * the one before, and a mail.
 *
 * @param answer makes the answer in the same transaction
 * @throws DomainError not-found for an application out of the actor's reach; conflict (409) for who has signed in already,
 *   and for an account that is deactivated
 */
export async function renewInvitation<Answer>(
  act: CommandContext,
  applicationId: string,
  answer: (tx: Transaction, renewed: Renewed) => Promise<Answer>,
): Promise<Answer> {
  const drawn = await generateTemporaryPassword(act.context)
  return inTransaction(act, async (work) => {
    const client = (await lockClients(work, [applicationId])).get(applicationId)
    if (client === undefined) throw notFound()
    if (client.deactivatedAt !== null) {
      throw new DomainError('conflict', 'This account is deactivated: nobody can sign in to it.')
    }
    if (!isAwaited(client)) {
      throw new DomainError(
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
 * @throws DomainError as `remindClients` refuses
 */
export async function remindOrInvite<Answer>(
  act: CommandContext,
  applicationId: string,
  { again }: { again: boolean },
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const drawn = await generatePasswordsForPendingInvites(act, [applicationId])
  return inTransaction(act, async (work) => {
    const { refused } = await remindOrInviteEach(work, [applicationId], { again, drawn, isHeld: true })
    throwFirst(refused)
    return answer(work.tx)
  })
}

/**
 * The same with several, in the transaction that it is a part of.
 *
 * @param drawn what `generatePasswordsForPendingInvites` drew before it
 * @returns who is refused, and who was invited
 */
export async function remindOrInviteEach(
  work: TransactionContext<Doer>,
  applicationIds: readonly string[],
  {
    again,
    drawn,
    isHeld,
  }: { again: boolean; drawn: ReadonlyMap<string, GeneratedPassword>; isHeld: boolean },
): Promise<{ refused: Refused; invited: ReadonlySet<string> }> {
  const neverCame = applicationIds.filter((id) => drawn.has(id))
  const clients = await lockClients(work, neverCame)
  const awaited = [...clients].filter(([, client]) => client.deactivatedAt === null && isAwaited(client))
  const invited = new Set(awaited.map(([id]) => id))
  const refused = await remindClients(work, applicationIds, { again, invited, isDelayed: isHeld })
  for (const [id, client] of awaited) {
    const password = drawn.get(id)
    if (password !== undefined && !refused.has(id)) await inviteAgain(work, client, password)
  }
  return { refused, invited }
}

/**
 * A temporary password for each of some applications whose client never came, by the application. Hashing takes a while: not for
 * those who are here, and not in a transaction.
 */
export async function generatePasswordsForPendingInvites(
  { context }: CommandContext<Doer, 'database' | 'rehearsal'>,
  applicationIds: readonly string[],
): Promise<Map<string, GeneratedPassword>> {
  const { db } = context.database
  const neverCame = await db
    .select({ id: applicationSummaries.applicationId })
    .from(applicationSummaries)
    .where(
      and(
        inArray(applicationSummaries.applicationId, [...applicationIds]),
        isNotNull(applicationSummaries.invitedUntil),
      ),
    )
  const drawn = new Map<string, GeneratedPassword>()
  for (const { id } of neverCame) drawn.set(id, await generateTemporaryPassword(context))
  return drawn
}

/**
 * Clients are locked before their applications everywhere, so that nobody waits in a circle.
 *
 * @returns those who are there and within reach, by their applications
 */
async function lockClients(
  { tx, actor }: TransactionContext<Doer>,
  applicationIds: readonly string[],
): Promise<Map<string, UserRow>> {
  if (applicationIds.length === 0) return new Map()
  const found = await tx
    .select({ applicationId: applications.id, client: users })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(and(inArray(applications.id, [...applicationIds]), inScope(actor, 'invitation.renew')))
    .orderBy(asc(users.id))
    .for('no key update', { of: users })
  return new Map(found.map(({ applicationId, client }) => [applicationId, client]))
}

/** Whether somebody was invited and has never come. Who registered has a password before the address is confirmed. */
export function isAwaited({ invited, passwordHash }: UserRow): boolean {
  return invited && passwordHash === null
}

/** The client is locked, and has never signed in: no session ends, and nothing of theirs is opened by who sees the password. */
export async function inviteAgain(
  work: TransactionContext<Doer>,
  client: UserRow,
  drawn: GeneratedPassword,
): Promise<TemporaryPassword> {
  const { tx, now } = work
  const { id: userId, wealthManagerId } = client
  const temporary = await issueTemporaryPassword(tx, { userId, drawn, purpose: 'invitation', now })
  await record(work, 'user.invited', userId, { wealthManagerId })
  const manager = await managerOf(tx, client)
  await queueNewPassword(work, { user: client, manager, temporary, why: 'invitation' })
  return temporary
}
