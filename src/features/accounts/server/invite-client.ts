import { and, eq } from 'drizzle-orm'
import {
  generateTemporaryPassword,
  type TemporaryPassword,
} from '#features/sign-in/server/temporary-passwords.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applicationSummaries } from '#features/applications/schema/review-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { openAccount } from './open-account.ts'
import { managerRequired, usernameTaken } from './wealth-manager.ts'

interface Invitation {
  /** In lower case. */
  email: string
  fullName: string | null
  /** As sent: a wealth manager may omit it or name themselves. */
  wealthManagerId: string | undefined
}

/**
 * Invites a client: creates an account with a draft application and a temporary password, and mails it.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError invalid (400) where an admin names no active wealth manager, conflict (409) where the account
 * exists
 */
export async function inviteClient<Answer>(
  act: CommandContext,
  { email, fullName, wealthManagerId: chosen }: Invitation,
  answer: (tx: Transaction, temporary: TemporaryPassword) => Promise<Answer>,
): Promise<Answer> {
  const { actor, context } = act
  const wealthManagerId = actor.role === 'wealth_manager' ? actor.userId : chosen
  if (wealthManagerId === undefined) throw managerRequired()
  if (chosen !== undefined && chosen !== wealthManagerId) throw notYourself()
  const drawn = await generateTemporaryPassword(context)
  const client = { username: email, role: 'client', fullName, wealthManagerId } as const
  return inTransaction(act, async (work) => {
    const opened = await openAccount(work, client, { by: 'invitation', drawn })
    if (opened === null) throw usernameTaken('email', await existingClient(work, email))
    return answer(work.tx, opened.temporary)
  })
}

function notYourself(): DomainError {
  const message =
    'You can only invite your own clients. Please leave out the wealth manager, or send your own ID.'
  return new DomainError('invalid', message, { errors: [{ path: 'wealthManagerId', message }] })
}

/** The existing client with this address in the inviter's scope, to link to their application. */
async function existingClient({ tx, actor }: TransactionContext, email: string) {
  const [found] = await tx
    .select({ applicationId: applications.id, invitedUntil: applicationSummaries.invitedUntil })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .innerJoin(applicationSummaries, eq(applicationSummaries.applicationId, applications.id))
    .where(and(eq(users.username, email), inScope(actor, 'application.review')))
  return found && { ...found, invitedUntil: found.invitedUntil?.toISOString() ?? null }
}
