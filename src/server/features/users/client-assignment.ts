import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Doer } from '#server/shared/actor.ts'
import type { Hold } from '#server/shared/application-record/delayed-mails.ts'
import { recordEach } from '#server/shared/audit/record.ts'
import { tellOfOpenRounds } from '#server/features/corrections/hand-over.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Held } from '#server/platform/db/pending-actions-schema.ts'
import { applications, users } from '#server/platform/db/schema.ts'
import { notifyStaff } from '#server/features/notifications/notify-staff.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'
import type { Successor } from './wealth-manager.ts'

/** Clients of one manager, or of none, and whose they are to be. */
export interface Handover {
  /** Which clients, among those of `from`. */
  clients?: SQL | undefined
  from: string | null
  /** Locked. */
  to: Successor | null
}

/**
 * Gives clients to another manager, however many, by the same few statements: whoever changes a client's manager does it by
 * this. Their applications follow in the database; letters, lists and reach are read from there (docs/decisions/0021). Both
 * managers hear of it.
 *
 * @param hold whether that can be taken back first
 */
export async function handOver(work: TransactionContext, handover: Handover, hold: Hold): Promise<Moved> {
  const moved = await moveClients(work, handover)
  if (moved.count === 0) return { count: 0, undo: null }
  return { count: moved.count, undo: await tellOfMove(work, handover, { moved, hold }) }
}

/** How many clients went over, and by what that is taken back, where it can be. */
export interface Moved {
  count: number
  undo: Held | null
}

/** Both managers hear of it once it cannot be taken back any more. */
export async function tellOfMove(
  work: TransactionContext<Doer>,
  { from, to }: Pick<Handover, 'from' | 'to'>,
  { moved, hold }: { moved: MovedClients; hold: Hold },
): Promise<Held | null> {
  await tellManagers(work, { from, to }, { handed: moved, hold })
  const { clientIds: clients } = moved
  const [applicationId] = moved.applicationIds
  if (applicationId === undefined) throw new Error('A client has no application.')
  const at = work.now.toISOString()
  return hold.keep(applicationId, { kind: 'clients-moved', from, to: to?.id ?? null, clients, at })
}

/** The same, and nobody is told yet. */
export async function moveClients(
  work: TransactionContext<Doer>,
  { clients, from, to }: Omit<Handover, 'to'> & { to: Pick<Successor, 'id'> | null },
): Promise<MovedClients> {
  const theirs = from === null ? isNull(users.wealthManagerId) : eq(users.wealthManagerId, from)
  const [move] = await moveLocked(work, await lockClients(work.tx, and(theirs, clients)), to)
  return move?.handed ?? { count: 0, clientName: null, applicationIds: [], clientIds: [] }
}

/** Clients who went from one manager to another. */
export interface Move {
  from: string | null
  handed: MovedClients
}

/**
 * The same with clients of several managers.
 *
 * @param seen whose each client is, by their ids: who has another manager by now stays there
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

/** In one order: two who do this at once do not wait for each other in a circle. */
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

/** What has another manager now; the client's name where it is one. */
export interface HandedOver {
  count: number
  clientName: string | null
  applicationIds: readonly string[]
}

/** The same, with the accounts of its clients. */
export interface MovedClients extends HandedOver {
  clientIds: string[]
}

/** What managers are told of, and how soon. */
interface Telling {
  handed: HandedOver
  hold: Pick<Hold, 'queue'>
}

/** Both managers hear of it, but for who did it. */
async function tellManagers(
  work: TransactionContext<Doer>,
  { from, to }: Pick<Handover, 'from' | 'to'>,
  telling: Telling,
): Promise<void> {
  if (to !== null) await tellSuccessor(work, to, telling)
  await notifyPreviousManagers(work, to, { moves: [{ from, handed: telling.handed }], hold: telling.hold })
}

/** Tells those who looked after clients who has them now, each of theirs, but for who did it. */
export async function notifyPreviousManagers(
  work: TransactionContext<Doer>,
  to: Successor | null,
  { moves, hold }: { moves: readonly { from: string | null; handed: HandedOver }[]; hold: Telling['hold'] },
): Promise<void> {
  const ids = moves.flatMap(({ from }) => (from === null || from === work.actor.userId ? [] : from))
  const before = await activeUsers(work, ids)
  const managerName = to && (to.fullName ?? to.username)
  for (const { from, handed } of moves) {
    const manager = before.get(from ?? '')
    if (manager === undefined) continue
    const { count, clientName } = handed
    const data = { fullName: manager.fullName, clientName, count, managerName }
    await hold.queue({ template: 'clients-handed-over', recipient: manager.username, data })
  }
}

/** Once for all clients, and of each round of corrections that is open: of one client, that says all. Nothing to who did it. */
export async function tellSuccessor(
  work: TransactionContext<Doer>,
  { id, username, fullName }: Successor,
  { handed, hold }: Telling,
): Promise<void> {
  if (id === work.actor.userId) return
  const { count, clientName, applicationIds } = handed
  const [applicationId = null] = count === 1 ? applicationIds : []
  await notifyStaff(work, { kind: 'clients-assigned', recipients: [username], applicationId, count })
  const rounds = await tellOfOpenRounds(work, applicationIds, { recipient: username, hold })
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
