import { nowhere, type Acting, type Actor, type Doer } from '#server/shared/actor.ts'
import type { Context } from '#server/shared/context.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import type { InsertBuffer } from '#server/shared/insert-buffer.ts'
import { requireCurrentSession } from '#server/shared/session-check.ts'

/**
 * Something that somebody is about to do: what every verb that changes something opens with. A call of the contract is
 * one, as it stands.
 *
 * `By` is `Doer | null` where anybody may act, the server itself included; `Needs` is what it works with.
 */
export interface CommandContext<
  By extends Doer | null = Actor,
  Needs extends keyof Context = keyof Context,
> extends Acting<By> {
  context: Pick<Context, Needs>
  /** What is in a transaction already begins no other one. */
  tx?: never
}

/** The same in its transaction: what the steps of a verb open with. */
export interface TransactionContext<
  By extends Doer | null = Actor,
  Needs extends keyof Context = keyof Context,
> extends Acting<By> {
  context: Pick<Context, Needs>
  tx: Transaction
  /** Where much is done in one transaction: takes what it writes at its end. */
  atEnd?: InsertBuffer
}

/**
 * Does something in one transaction; what is thrown takes all of it back. A caller who lost the session while this waited
 * (for a queue, a lock, a slow step before) is refused before the commit.
 */
export function inTransaction<By extends Doer | null, Needed extends Pick<Context, 'database'>, Result>(
  { context, actor, origin, now }: Acting<By> & { context: Needed; tx?: never },
  run: (work: Acting<By> & { context: Needed; tx: Transaction }) => Promise<Result>,
): Promise<Result> {
  return context.database.db.transaction(async (tx) => {
    const result = await run({ tx, context, actor, origin, now })
    await requireCurrentSession(context, actor)
    return result
  })
}

/** What consists of one statement, which is a transaction by itself: a reading that is recorded, a failure. */
export function autocommit<By extends Doer | null>({
  context,
  actor,
  origin,
  now,
}: CommandContext<By, 'database'>): Acting<By> & { tx: Queries } {
  return { tx: context.database.db, actor, origin, now }
}

/** What a visitor does, or somebody whose session has nothing to do with it. */
export function anonymousContext<Given extends Acting<Doer | null>>(given: Given): Given & { actor: null } {
  return { ...given, actor: null }
}

/** What the server does by itself, in a job or a command, at the moment that the database's clock shows. */
export function systemContext<Given extends Pick<Context, 'now'>>(context: Given) {
  return { context, actor: null, origin: nowhere, now: context.now() }
}
