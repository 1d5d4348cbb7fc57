import { nowhere, type Acting, type Actor, type Doer } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries, Transaction } from '#base/server/db/database.ts'
import type { InsertBuffer } from '#base/server/insert-buffer.ts'
import { requireCurrentSession } from '#features/access/server/session-check.ts'

/**
 * Context of a command: actor, origin, time and dependencies. `By` is `Doer | null` where anonymous callers or the
 * server may act; `Needs` are the dependencies.
 */
export interface CommandContext<
  By extends Doer | null = Actor,
  Needs extends keyof Context = keyof Context,
> extends Acting<By> {
  context: Pick<Context, Needs>
  /** A transaction cannot be nested. */
  tx?: never
}

/** Context of a step within a transaction. */
export interface TransactionContext<
  By extends Doer | null = Actor,
  Needs extends keyof Context = keyof Context,
> extends Acting<By> {
  context: Pick<Context, Needs>
  tx: Transaction
  /** In a transaction with many changes: rows to insert at its end. */
  atEnd?: InsertBuffer
}

/**
 * Runs a command in one transaction; throwing rolls it back. A caller whose session ended while this waited is rejected
 * before the commit.
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

/** For a single statement, which needs no explicit transaction: a recorded read, a failure. */
export function autocommit<By extends Doer | null>({
  context,
  actor,
  origin,
  now,
}: CommandContext<By, 'database'>): Acting<By> & { tx: Queries } {
  return { tx: context.database.db, actor, origin, now }
}

/** Context of a visitor, or of an action unrelated to the session. */
export function anonymousContext<Given extends Acting<Doer | null>>(given: Given): Given & { actor: null } {
  return { ...given, actor: null }
}

/** Context of the server's own actions in a job or command, with the database's time. */
export function systemContext<Given extends Pick<Context, 'now'>>(context: Given) {
  return { context, actor: null, origin: nowhere, now: context.now() }
}
