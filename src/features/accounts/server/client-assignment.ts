import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { MailDelivery } from '#features/applications/server/record/delayed-mails.ts'
import { recordEach } from '#features/audit/server/record.ts'
import { notifyOfOpenRequests } from '#features/corrections/server/notify-of-open-requests.ts'
import type { Transaction } from '#base/server/db/database.ts'
import type { PendingUndo } from '#features/applications/schema/pending-actions-schema.ts'
import { applications, users } from '#features/access/schema/tables.ts'
import { notifyStaff } from '#features/notes/server/notifications/notify-staff.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Successor } from './wealth-manager.ts'

/** A reassignment of clients of one manager, or of none. */
export interface Handover {
  /** Restricts the clients of `from`. */
  clients?: SQL | undefined
  from: string | null
  /** Locked. */
  to: Successor | null
}

/**
 * Reassigns any number of clients with a few statements; the only way to change a client's manager. Applications follow
 * by trigger; letters, lists and scope are derived (docs/decisions/0021). Both managers are notified.
 *
 * @param hold whether it can be undone first
 */
export async function handOver(
  work: TransactionContext,
  handover: Handover,
  hold: MailDelivery,
): Promise<Moved> {
  const moved = await moveClients(work, handover)
  if (moved.count === 0) return { count: 0, undo: null }
  return { count: moved.count, undo: await notifyOfMove(work, handover, { moved, hold }) }
}

/** How many clients were reassigned, and how to undo it, if possible. */
export interface Moved {
  count: number
  undo: PendingUndo | null
}

/** Notifies both managers once it can no longer be undone. */
export async function notifyOfMove(
  work: TransactionContext<Doer>,
  { from, to }: Pick<Handover, 'from' | 'to'>,
  { moved, hold }: { moved: MovedClients; hold: MailDelivery },
): Promise<PendingUndo | null> {
  await notifyManagers(work, { from, to }, { handed: moved, hold })
  const { clientIds: clients } = moved
  const [applicationId] = moved.applicationIds
  if (applicationId === undefined) throw new Error('A client has no application.')
  await hold.publish({
    type: 'application.manager_changed',
    applicationIds: moved.applicationIds,
    data: { from, to: to?.id ?? null },
  })
  const at = work.now.toISOString()
  return hold.keep(applicationId, { kind: 'clients-moved', from, to: to?.id ?? null, clients, at })
}

/** The same without notifications. */
export async function moveClients(
  work: TransactionContext<Doer>,
  { clients, from, to }: Omit<Handover, 'to'> & { to: Pick<Successor, 'id'> | null },
): Promise<MovedClients> {
  const theirs = from === null ? isNull(users.wealthManagerId) : eq(users.wealthManagerId, from)
  const [move] = await moveLocked(work, await lockClients(work.tx, and(theirs, clients)), to)
  return move?.handed ?? { count: 0, clientName: null, applicationIds: [], clientIds: [] }
}

/** Clients who were reassigned from one manager to another. */
export interface Move {
  from: string | null
  handed: MovedClients
}

/**
 * The same for clients of several managers.
 *
 * @param seen the expected manager of each client, by id: those changed since stay
 */
export async function moveEach(
  work: TransactionContext<Doer>,
  seen: ReadonlyMap<string, string | null>,
  to: Pick<Successor, 'id'>,
): Promise<Move[]> {
  const locked = await lockClients(work.tx, inArray(users.id, [...seen.keys()]))
  const unchanged = locked.filter(({ id, from }) => from === seen.get(id))
  return moveLocked(work, unchanged, to)
}

type LockedClient = Awaited<ReturnType<typeof lockClients>>[number]

/** In a fixed order, to avoid deadlocks. */
function lockClients(tx: Transaction, which: SQL | undefined) {
  return tx
    .select({
      id: users.id,
      name: users.fullName,
      username: users.username,
      from: users.wealthManagerId,
    })
    .from(users)
    .where(and(eq(users.role, 'client'), which))
    .orderBy(asc(users.id))
    .for('no key update')
}

async function moveLocked(
  work: TransactionContext<Doer>,
  locked: readonly LockedClient[],
  to: Pick<Successor, 'id'> | null,
): Promise<Move[]> {
  if (locked.length === 0) return []
  const { tx } = work
  const ids = locked.map(({ id }) => id)
  const wealthManagerId = to?.id ?? null
  await tx.update(users).set({ wealthManagerId }).where(inArray(users.id, ids))
  const followed = await tx
    .select({ id: applications.id, userId: applications.userId })
    .from(applications)
    .where(inArray(applications.userId, ids))
  const applicationOf = new Map(followed.map(({ id, userId }) => [userId, id]))
  const moves: Move[] = []
  for (const [from, clients] of Map.groupBy(locked, (client) => client.from)) {
    const clientIds = clients.map(({ id }) => id)
    const applicationIds = clientIds.flatMap((id) => applicationOf.get(id) ?? [])
    const moved = { from, to: wealthManagerId }
    await recordEach(work, 'user.manager-changed', clientIds, moved)
    await recordEach(work, 'application.manager-changed', applicationIds, moved)
    const [one] = clients
    const clientName = one === undefined || clients.length > 1 ? null : (one.name ?? one.username)
    moves.push({ from, handed: { count: clients.length, clientName, applicationIds, clientIds } })
  }
  return moves
}

/** What was reassigned; with the client's name if it is only one. */
export interface HandedOver {
  count: number
  clientName: string | null
  applicationIds: readonly string[]
}

/** The same, with the accounts of its clients. */
export interface MovedClients extends HandedOver {
  clientIds: string[]
}

/** Content and delay of a notification to managers. */
interface MoveNotice {
  handed: HandedOver
  hold: Pick<MailDelivery, 'queue'>
}

/** Notifies both managers, except the actor. */
async function notifyManagers(
  work: TransactionContext<Doer>,
  { from, to }: Pick<Handover, 'from' | 'to'>,
  notice: MoveNotice,
): Promise<void> {
  if (to !== null) await notifySuccessor(work, to, notice)
  await notifyPreviousManagers(work, to, { moves: [{ from, handed: notice.handed }], hold: notice.hold })
}

/** Notifies previous managers of their reassigned clients, except the actor. */
export async function notifyPreviousManagers(
  work: TransactionContext<Doer>,
  to: Successor | null,
  {
    moves,
    hold,
  }: { moves: readonly { from: string | null; handed: HandedOver }[]; hold: MoveNotice['hold'] },
): Promise<void> {
  const ids = moves.flatMap(({ from }) => (from === null || from === work.actor.userId ? [] : from))
  const before = await activeUsers(work, ids)
  const managerName = to && accountName(to)
  for (const { from, handed } of moves) {
    const manager = before.get(from ?? '')
    if (manager === undefined) continue
    const { count, clientName } = handed
    const data = { fullName: manager.fullName, clientName, count, managerName }
    await hold.queue({ template: 'clients-handed-over', recipient: manager.username, data })
  }
}

/**
 * Notifies the new manager once of all clients, and of each open correction request. For a single client the latter
 * suffices. Not the actor.
 */
export async function notifySuccessor(
  work: TransactionContext<Doer>,
  { id, username, fullName }: Successor,
  { handed, hold }: MoveNotice,
): Promise<void> {
  if (id === work.actor.userId) return
  const { count, clientName, applicationIds } = handed
  const [applicationId = null] = count === 1 ? applicationIds : []
  await notifyStaff(work, { kind: 'clients-assigned', recipients: [username], applicationId, count })
  const rounds = await notifyOfOpenRequests(work, applicationIds, { recipient: username, hold })
  if (count === 1 && rounds === 1) return
  const data = { fullName, clientName, count, applicationId }
  await hold.queue({ template: 'clients-assigned', recipient: username, data })
}

async function activeUsers({ tx }: TransactionContext<Doer>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const found = await tx
    .select({ id: users.id, username: users.username, fullName: users.fullName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deactivatedAt)))
  return new Map(found.map((user) => [user.id, user]))
}
