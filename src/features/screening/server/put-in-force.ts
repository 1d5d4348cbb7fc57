import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ListSource } from '#features/screening/rules/lists.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { listEditions, listEntries } from '#features/screening/schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { requireSecondPerson, secondPerson } from '#features/access/server/second-person.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'

type EditionRow = typeof listEditions.$inferSelect
type Work = TransactionContext<Doer | null, 'database'>

/** One load or change of a source at a time. @throws DomainError conflict (409) */
export async function lockSource(tx: Transaction, source: ListSource): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${`list ${source}`})) as locked`,
  )
  if (rows[0]?.locked === true) return
  throw new DomainError(
    'conflict',
    'Another list of this source is being loaded. Please try again in a moment.',
    { code: 'changed' },
  )
}

export function isInForce(source: ListSource) {
  return and(
    eq(listEditions.source, source),
    isNotNull(listEditions.inForceAt),
    isNull(listEditions.supersededAt),
  )
}

/**
 * Puts a loaded list in force: from the commit, clients are compared with it.
 *
 * @throws DomainError not-found; second-person (409) where something is lost; outdated (409) where another list came into force since it was loaded
 */
export async function putInForce(act: CommandContext<Doer | null, 'database'>, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const { source } = await editionOf(tx, id)
    await lockSource(tx, source)
    await lockScreening(tx, 'exclusive')
    const edition = await editionOf(tx, id)
    if (edition.inForceAt !== null) return
    const [inForce] = await tx.select().from(listEditions).where(isInForce(source))
    if ((inForce?.id ?? null) !== edition.comparedWith) {
      throw new DomainError(
        'conflict',
        'Another list came into force since this one was loaded. Please load it again.',
        { code: 'outdated' },
      )
    }
    if (needsSecondPerson(edition) && !(await isSecondPerson(work, edition))) return
    await tx.update(listEditions).set({ supersededAt: now }).where(isInForce(source))
    await closeOldEntries(tx, edition)
    await tx
      .update(listEditions)
      .set({ inForceAt: now, inForceBy: actor?.userId ?? null })
      .where(eq(listEditions.id, id))
    await record(work, 'list.in-force', null, { source })
  })
}

function needsSecondPerson({ shrunkReason, cautions }: EditionRow): boolean {
  return shrunkReason !== null || (cautions?.length ?? 0) > 0
}

/**
 * Whether the actor is another person than the one who loaded a list. Of one that the server loaded, the first person to
 * start using it is the one who asks, and the list waits for another.
 *
 * @throws DomainError second-person (409) for who loaded it or asked, and for the server
 */
async function isSecondPerson(work: Work, { id, loadedBy }: EditionRow): Promise<boolean> {
  const { tx, actor, now } = work
  if (actor !== null && loadedBy === null) {
    await tx.update(listEditions).set({ loadedBy: actor.userId }).where(eq(listEditions.id, id))
    return false
  }
  const message =
    'With this list, something is no longer compared. A second person has to start using it, under Sanctions lists.'
  if (actor === null || loadedBy === null) throw secondPerson(message)
  await requireSecondPerson({ tx, actor, now }, loadedBy, message)
  return true
}

/** Entries that the new edition removes or has another version of. */
async function closeOldEntries(tx: Transaction, { id, source, removedUids }: EditionRow): Promise<void> {
  const newer = tx.select({ uid: listEntries.uid }).from(listEntries).where(eq(listEntries.fromEdition, id))
  const inForce = tx
    .select({ id: listEditions.id })
    .from(listEditions)
    .where(and(eq(listEditions.source, source), isNotNull(listEditions.inForceAt)))
  await tx
    .update(listEntries)
    .set({ toEdition: id })
    .where(
      and(
        eq(listEntries.source, source),
        isNull(listEntries.toEdition),
        inArray(listEntries.fromEdition, inForce),
        sql`(${inArray(listEntries.uid, newer)} or ${listEntries.uid} = any(${sql.param(removedUids)}::text[]))`,
      ),
    )
}

async function editionOf(tx: Transaction, id: string) {
  const [row] = await tx.select().from(listEditions).where(eq(listEditions.id, id)).for('update')
  if (row === undefined) throw notFound()
  return row
}

/** Comparisons of clients hold it shared: none ends between the lists before and after a change. */
export async function lockScreening(tx: Transaction, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql`hashtext('screening')`
  await tx.execute(
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${lock})`
      : sql`select pg_advisory_xact_lock(${lock})`,
  )
}

/** Discards a list that is not in force. @throws DomainError conflict (409) for one that is, or was */
export async function discardList(act: CommandContext<Doer, 'database'>, id: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const [row] = await work.tx.select().from(listEditions).where(eq(listEditions.id, id)).for('update')
    if (row === undefined) throw notFound()
    if (row.inForceAt !== null)
      throw new DomainError('conflict', 'A list that is or was in use can’t be discarded.', {
        code: 'changed',
      })
    await work.tx.delete(listEditions).where(eq(listEditions.id, id))
    await record(work, 'list.discarded', null, { source: row.source })
  })
}
