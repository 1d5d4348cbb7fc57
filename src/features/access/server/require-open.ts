import type { AnyColumn, SQL } from 'drizzle-orm'
import type { GateLevel } from '#features/access/rules/gate-levels.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { throwFirst, type RejectedItems } from '#base/server/domain-error.ts'

/** What a gate reads with. */
export type GateReads = Pick<
  TransactionContext<Doer | null, 'keyring' | 'settings'>,
  'actor' | 'context' | 'now'
> & {
  tx: Queries
}

/** Due diligence as a condition of other acts; assembled with the context, so that none runs without it. */
export interface Gate {
  /** The condition that acts of the level `served` are open for an application: jobs pass over the others silently. */
  isServed: (settings: { dueDiligence: { on: boolean } }, applicationId: AnyColumn) => SQL
  /** Of some applications those for which acts of a level are shut, with the error for the caller. */
  shutOf: (work: GateReads, ids: readonly string[], level: GateLevel) => Promise<RejectedItems>
}

declare module '#base/server/context.ts' {
  interface Context {
    gate: Gate
  }
}

type Work = GateReads & { context: Pick<Context, 'gate'> }

/** Of some applications those for which acts of a level are shut. */
export function shutOf(work: Work, ids: readonly string[], level: GateLevel): Promise<RejectedItems> {
  return work.context.gate.shutOf(work, ids, level)
}

/**
 * The one guard of every act that a client's due diligence can shut.
 *
 * @throws DomainError conflict (409): `not-ready` for managers, whatever the reason; `requirements-missing` for admins
 */
export async function requireOpen(work: Work, ids: readonly string[], level: GateLevel): Promise<void> {
  throwFirst(await shutOf(work, ids, level))
}
