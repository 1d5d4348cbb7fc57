import { decrypt, encrypt } from '#base/server/db/encrypted-columns.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import type { Hold } from '#features/due-diligence/api/retention-holds.ts'
import {
  holdOfMatchUntil,
  holdProblem,
  type HoldReason,
} from '#features/due-diligence/rules/retention-holds.ts'
import { dayOf } from '#base/rules/time/dates.ts'
import { retentionHolds } from '#features/applications/schema/holds-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { nameOfUser } from '#features/access/server/name-of-user.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { record } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { requirePack, type Loading } from './load.ts'

type Wanted = ParsedInput<'POST /api/admin/applications/{id}/retention-holds'>['body']

/** Whether a confirmed match made a hold: one that is set by hand has words. */
export function isOfMatch({
  why,
  words,
}: Pick<typeof retentionHolds.$inferSelect, 'why' | 'words'>): boolean {
  return why === 'match' && words === null
}

/** The holds of a client's records, newest first. */
export async function holdsOf(
  { keyring, database: { db } }: Pick<Loading, 'keyring' | 'database'>,
  applicationId: string,
  now: Date,
): Promise<Hold[]> {
  const rows = await db
    .select({
      hold: retentionHolds,
      heldByName: nameOfUser<string>(retentionHolds.heldBy),
      liftedByName: nameOfUser(retentionHolds.liftedBy),
    })
    .from(retentionHolds)
    .where(eq(retentionHolds.applicationId, applicationId))
    .orderBy(desc(retentionHolds.heldAt), desc(retentionHolds.id))
  return rows.map(({ hold: { id, why, until, words, heldAt, liftedAt, liftedWords }, ...names }) => ({
    id,
    why,
    until,
    words: decrypt(keyring, retentionHolds.words, id, words),
    heldAt: heldAt.toISOString(),
    liftedAt: liftedAt?.toISOString() ?? null,
    liftedWords: decrypt(keyring, retentionHolds.liftedWords, id, liftedWords),
    ...names,
    holds: liftedAt === null && until >= dayOf(now),
    ofMatch: isOfMatch({ why, words }),
  }))
}

/**
 * Holds a client's records until a day, also those of a declined application.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found out of scope; invalid (400) for a day that is past or too far away
 */
export async function holdRecords<Answer>(
  act: CommandContext,
  applicationId: string,
  { why, until, words }: Wanted,
  answer: (work: TransactionContext) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    await lockForHold(work, applicationId)
    const message = holdProblem(until, dayOf(work.now))
    if (message !== null) throw new DomainError('invalid', message, { errors: [{ path: 'until', message }] })
    await store(work, applicationId, { why, until, words })
    return answer(work)
  })
}

/** Holds the records of a client who was confirmed as listed, in the transaction of that decision. */
export async function holdForMatch(work: TransactionContext<Doer>, applicationId: string): Promise<void> {
  await store(work, applicationId, { why: 'match', until: holdOfMatchUntil(work.now), words: null })
}

/** Locks a client for a change of a hold. @throws DomainError not-found out of scope */
export async function lockForHold(work: TransactionContext, applicationId: string): Promise<void> {
  requirePack(work.context.settings)
  await lockForReview(work.tx, applicationId, { actor: work.actor, action: 'retention.hold' })
}

async function store(
  work: TransactionContext<Doer>,
  applicationId: string,
  { why, until, words }: { why: HoldReason; until: string; words: string | null },
): Promise<void> {
  const { tx, context, actor, now } = work
  const id = newId()
  await tx.insert(retentionHolds).values({
    id,
    applicationId,
    why,
    until,
    words: encrypt(context.keyring, retentionHolds.words, id, words),
    heldBy: actor.userId,
    heldAt: now,
  })
  await record(work, 'retention.held', id, { why, until })
}

/** Whether a hold is not lifted yet; locks it. */
export async function isInForce(tx: Transaction, id: string): Promise<boolean> {
  const [hold] = await tx
    .select({ liftedAt: retentionHolds.liftedAt })
    .from(retentionHolds)
    .where(eq(retentionHolds.id, id))
    .for('update')
  return hold !== undefined && hold.liftedAt === null
}

/** Ends a hold: the records are erased once their retention has ended. Repeats change nothing. */
export async function endHold(
  work: TransactionContext,
  id: string,
  { by, words }: { by: string; words: string },
): Promise<void> {
  const { tx, context, now } = work
  const lifted = await tx
    .update(retentionHolds)
    .set({
      liftedBy: by,
      liftedAt: now,
      liftedWords: encrypt(context.keyring, retentionHolds.liftedWords, id, words),
    })
    .where(and(eq(retentionHolds.id, id), isNull(retentionHolds.liftedAt)))
    .returning({ why: retentionHolds.why })
  for (const { why } of lifted) await record(work, 'retention.hold-lifted', id, { why })
}
