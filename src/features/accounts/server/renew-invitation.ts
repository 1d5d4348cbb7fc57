import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Doer } from '#features/access/server/actor.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { record } from '#features/audit/server/record.ts'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
  type GeneratedPassword,
  type TemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { requireOpen } from '#features/access/server/require-open.ts'
import { remindClients } from '#features/accounts/server/remind.ts'
import { notFound, DomainError, throwFirst, type RejectedItems } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { importedStatusOf, managerOf, queueNewPassword } from './mails.ts'
import type { UserRow } from './account-guards.ts'

/** An invitation that replaces the previous one. */
interface Renewed extends TemporaryPassword {
  email: string
}

/**
 * Invites the client of an application again who has never signed in, with a new temporary password that replaces the
 * previous one.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError as `requireOpen`; not-found for an application out of the actor's scope; conflict (409) for a client who has signed
 * in, and for a deactivated account
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
      throw new DomainError('conflict', 'This account is deactivated. Please reactivate it first.')
    }
    if (!isAwaited(client)) {
      throw new DomainError(
        'conflict',
        'This client has already signed in. If they’ve forgotten their password, they can request one on the sign-in page.',
      )
    }
    await requireOpen(work, [applicationId], 'served')
    return answer(work.tx, { email: client.username, ...(await inviteAgain(work, client, drawn)) })
  })
}

/**
 * Reminds the client of a draft; one who has never signed in is invited again instead, since their password may have
 * expired.
 *
 * @param answer builds the response in the same transaction
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
    const { refused } = await remindOrInviteEach(work, [applicationId], { again, drawn, isDelayed: true })
    throwFirst(refused)
    return answer(work.tx)
  })
}

/**
 * The same for several, in the caller's transaction.
 *
 * @param drawn the result of `generatePasswordsForPendingInvites`
 * @returns the refused ones, and the invited ones
 */
export async function remindOrInviteEach(
  work: TransactionContext<Doer>,
  applicationIds: readonly string[],
  {
    again,
    drawn,
    isDelayed,
  }: { again: boolean; drawn: ReadonlyMap<string, GeneratedPassword>; isDelayed: boolean },
): Promise<{ refused: RejectedItems; invited: ReadonlySet<string> }> {
  const neverCame = applicationIds.filter((id) => drawn.has(id))
  const clients = await lockClients(work, neverCame)
  const awaited = [...clients].filter(([, client]) => client.deactivatedAt === null && isAwaited(client))
  const invited = new Set(awaited.map(([id]) => id))
  const refused = await remindClients(work, applicationIds, { again, invited, isDelayed })
  for (const [id, client] of awaited) {
    const password = drawn.get(id)
    if (password !== undefined && !refused.has(id)) await inviteAgain(work, client, password)
  }
  return { refused, invited }
}

/**
 * A temporary password for each application whose client has never signed in. Hashing is slow, so it is done before the
 * transaction, and only for these.
 */
export async function generatePasswordsForPendingInvites(
  { context }: CommandContext<Doer, 'database' | 'dryRun'>,
  applicationIds: readonly string[],
): Promise<Map<string, GeneratedPassword>> {
  const { db } = context.database
  const neverCame = await db
    .select({ id: applicationSummaries.applicationId })
    .from(applicationSummaries)
    .innerJoin(users, eq(users.id, applicationSummaries.userId))
    .where(
      and(
        inArray(applicationSummaries.applicationId, [...applicationIds]),
        // Imported clients were not invited yet.
        or(
          isNotNull(applicationSummaries.invitedUntil),
          and(eq(users.invited, true), isNull(users.passwordHash)),
        ),
      ),
    )
  const drawn = new Map<string, GeneratedPassword>()
  for (const { id } of neverCame) drawn.set(id, await generateTemporaryPassword(context))
  return drawn
}

/**
 * Clients are always locked before their applications, to avoid deadlocks.
 *
 * @returns those that exist in scope, by application
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

/**
 * Whether a user was invited and has never signed in. Registered users have a password before the address is confirmed.
 */
export function isAwaited({ invited, passwordHash }: UserRow): boolean {
  return invited && passwordHash === null
}

/**
 * Sends a new invitation. The client is locked, and has never signed in, so the password that the inviter may see opens
 * no existing data.
 */
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
  const imported = await importedStatusOf(tx, userId)
  await queueNewPassword(work, { user: client, manager, temporary, why: 'invitation', imported })
  return temporary
}
