import { and, eq, inArray } from 'drizzle-orm'
import type { Doer } from '#features/access/server/actor.ts'
import { delayMails, type MailDelivery } from '#features/applications/server/record/delayed-mails.ts'
import { inScope } from '#features/applications/server/record/application-scope.ts'
import { refusedAt } from '#features/sign-in/server/password-rules.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { notFound, DomainError, throwFirst, type RejectedItems } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { handOver, moveEach, notifyOfMove, type Move, type Moved } from './client-assignment.ts'
import { askWithoutLetter, lockWealthManager, type Successor } from './wealth-manager.ts'

/** All clients of a manager, and their new manager. */
interface WholeHandover {
  from: string
  to: string
  /** The field with the other manager. */
  field: string
  withoutLetter: boolean
}

/**
 * Reassigns all clients of a manager, in the caller's transaction.
 *
 * @param hold whether it can be undone
 * @throws DomainError invalid (400) at the field for a user who is no other active manager, conflict (409, `no-letter`)
 * for one without a letter
 */
export async function handOverAll(
  work: TransactionContext,
  { from, to, field, withoutLetter }: WholeHandover,
  hold: MailDelivery,
): Promise<Moved> {
  if (to === from) throw refusedAt(field, 'Please choose another wealth manager.')
  const manager = await lockWealthManager(work.tx, to, field)
  askWithoutLetter(manager, withoutLetter)
  return handOver(work, { from, to: manager }, hold)
}

/**
 * Reassigns all clients of a manager who is absent or leaves.
 *
 * @param answer builds the response in the same transaction, with the number of clients and how to undo it
 * @throws DomainError not-found for a user who is no staff; as `handOverAll`
 */
export async function handOverClients<Answer>(
  act: CommandContext,
  handover: Omit<WholeHandover, 'field'>,
  answer: (tx: Transaction, moved: Moved) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx } = work
    const [from] = await tx.select({ role: users.role }).from(users).where(eq(users.id, handover.from))
    if (from === undefined || from.role === 'client') throw notFound()
    return answer(tx, await handOverAll(work, { ...handover, field: 'to' }, delayMails(work)))
  })
}

/** An assignment of a client to a manager. */
export interface Assignment {
  wealthManagerId: string
  withoutLetter: boolean
}

/**
 * Assigns the client of an application to a manager. Idempotent.
 *
 * @throws DomainError not-found; invalid (400) for a user who is no active manager, conflict (409, `no-letter`) for one
 * without a letter
 */
export async function assignManager(
  act: CommandContext,
  applicationId: string,
  assignment: Assignment,
): Promise<void> {
  await inTransaction(act, async (work) => {
    const { refused, to, moves } = await assignEach(work, [applicationId], assignment)
    throwFirst(refused)
    for (const { from, handed } of moves) {
      await notifyOfMove(work, { from, to }, { moved: handed, hold: delayMails(work) })
    }
  })
}

/**
 * The same for several in the caller's transaction, without notifications. Clients in neither result have that manager
 * already.
 *
 * @throws DomainError as above, for the manager
 */
export async function assignEach(
  work: TransactionContext<Doer>,
  applicationIds: readonly string[],
  { wealthManagerId, withoutLetter }: Assignment,
): Promise<{ refused: RejectedItems; to: Successor | null; moves: Move[] }> {
  const { tx, actor } = work
  const found = await tx
    .select({ applicationId: applications.id, clientId: users.id, from: users.wealthManagerId })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(and(inArray(applications.id, [...applicationIds]), inScope(actor, 'application.administer')))
  const theirs = found.filter(({ from }) => from !== wealthManagerId)
  const reached = new Set(found.map(({ applicationId }) => applicationId))
  const refused = new Map<string, DomainError>()
  for (const id of applicationIds) if (!reached.has(id)) refused.set(id, notFound())
  if (theirs.length === 0) return { refused, to: null, moves: [] }
  const to = await lockWealthManager(tx, wealthManagerId)
  askWithoutLetter(to, withoutLetter)
  const moves = await moveEach(work, new Map(theirs.map(({ clientId, from }) => [clientId, from])), to)
  const moved = new Set(moves.flatMap(({ handed }) => handed.clientIds))
  for (const { applicationId, clientId } of theirs) {
    if (!moved.has(clientId)) refused.set(applicationId, givenMeanwhile())
  }
  return { refused, to, moves }
}

function givenMeanwhile(): DomainError {
  return new DomainError(
    'conflict',
    'This client has just been assigned to another wealth manager. Please reload the page.',
  )
}
