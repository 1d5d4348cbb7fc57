import { and, eq } from 'drizzle-orm'
import type { Doer } from '#server/actor.ts'
import { holdMails, type Hold } from '#server/application-record/hold.ts'
import { withinReach } from '#server/application-record/within-reach.ts'
import { refusedAt } from '#server/auth/password-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { applications, users } from '#server/db/schema.ts'
import { notFound, Refusal } from '#server/refusal.ts'
import { inTransaction, type Act, type Work } from '#server/work.ts'
import { handOver, moveClients, tellOfMove, type Handover, type Moved, type MovedClients } from './owners.ts'
import { askWithoutLetter, lockWealthManager } from './wealth-manager.ts'

/** All clients of a manager, and who gets them. */
interface WholeHandover {
  from: string
  to: string
  /** Where the other manager was chosen. */
  field: string
  withoutLetter: boolean
}

/**
 * Hands all clients of a manager over to another one, in the transaction that it is a part of.
 *
 * @param hold whether it can be taken back for a moment
 * @throws Refusal invalid (400) at the field for who is no other active manager, conflict (409, `no-letter`) for one
 *   without a letter
 */
export async function handOverAll(
  work: Work,
  { from, to, field, withoutLetter }: WholeHandover,
  hold: Hold,
): Promise<Moved> {
  if (to === from) throw refusedAt(field, 'Please choose another wealth manager.')
  const manager = await lockWealthManager(work.tx, to, field)
  askWithoutLetter(manager, withoutLetter)
  return handOver(work, { from, to: manager }, hold)
}

/**
 * Hands all clients of a manager over to another one: of somebody who is ill, or leaves.
 *
 * @param answer makes the answer in the same transaction, told how many, and by what it is taken back
 * @throws Refusal not-found for who is not of the staff; as `handOverAll`
 */
export async function handOverClients<Answer>(
  act: Act,
  handover: Omit<WholeHandover, 'field'>,
  answer: (tx: Transaction, moved: Moved) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx } = work
    const [from] = await tx.select({ role: users.role }).from(users).where(eq(users.id, handover.from))
    if (from === undefined || from.role === 'client') throw notFound()
    return answer(tx, await handOverAll(work, { ...handover, field: 'to' }, holdMails(work)))
  })
}

/** The manager whom a client is given to. */
export interface Assignment {
  wealthManagerId: string
  withoutLetter: boolean
}

/**
 * Gives the client of an application to a manager. Done again it changes nothing.
 *
 * @throws Refusal not-found; invalid (400) for who is no active manager, conflict (409, `no-letter`) for one without a
 *   letter
 */
export async function assignManager(act: Act, applicationId: string, assignment: Assignment): Promise<void> {
  await inTransaction(act, async (work) => {
    const moved = await assignWithin(work, applicationId, assignment)
    if (moved !== null) await tellOfMove(work, moved, { moved: moved.handed, hold: holdMails(work) })
  })
}

/**
 * The same in the transaction that it is a part of, and nobody is told yet.
 *
 * @returns whose the client was and what went over; null where they were that manager's already
 */
export async function assignWithin(
  work: Work<Doer>,
  applicationId: string,
  { wealthManagerId, withoutLetter }: Assignment,
): Promise<(Pick<Handover, 'from' | 'to'> & { handed: MovedClients }) | null> {
  const { tx, actor } = work
  const [client] = await tx
    .select({ id: users.id, from: users.wealthManagerId })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(and(eq(applications.id, applicationId), withinReach(actor, 'application.administer')))
  if (client === undefined) throw notFound()
  const { from } = client
  if (from === wealthManagerId) return null
  const to = await lockWealthManager(tx, wealthManagerId)
  askWithoutLetter(to, withoutLetter)
  const handed = await moveClients(work, { clients: eq(users.id, client.id), from, to })
  if (handed.count === 0) {
    throw new Refusal('conflict', 'Somebody has just given this client to another wealth manager.')
  }
  return { from, to, handed }
}
