import type { AnyColumn, SQL } from 'drizzle-orm'
import {
  gateLevelOf,
  gateLevels,
  STILL_CHECKING,
  type GateLevel,
} from '#features/access/rules/gate-levels.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { actions, actionsFor, type ActionName } from '#features/access/rules/lifecycle/transitions.ts'
import type { ProblemBody } from '#base/rules/api/problem.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'
import type { Context } from '#base/server/context.ts'
import type { Queries } from '#base/server/db/database.ts'
import { DomainError, throwFirst, type RejectedItems } from '#base/server/domain-error.ts'

/** What a gate reads with. */
export type GateReads = Pick<
  TransactionContext<Doer | null, 'keyring' | 'settings'>,
  'actor' | 'context' | 'now'
> & {
  tx: Queries
}

/** Why acts are shut for an application. */
export interface Shut {
  status: ApplicationStatus
  missing: NonNullable<NonNullable<ProblemBody['current']>['missing']>
}

/** Due diligence as a condition of other acts; assembled with the context, so that none runs without it. */
export interface Gate {
  /** The condition that acts of the level `served` are open for an application: jobs pass over the others silently. */
  isServed: (settings: { dueDiligence: { on: boolean } }, applicationId: AnyColumn) => SQL
  /** Of some applications those for which acts of a level are shut, with what is missing. */
  missingIn: (work: GateReads, ids: readonly string[], level: GateLevel) => Promise<ReadonlyMap<string, Shut>>
}

declare module '#base/server/context.ts' {
  interface Context {
    gate: Gate
  }
}

type Work = GateReads & { context: Pick<Context, 'gate'> }

/** Of some applications those for which acts of a level are shut, with the error for the caller. */
export async function shutOf(work: Work, ids: readonly string[], level: GateLevel): Promise<RejectedItems> {
  const found = await work.context.gate.missingIn(work, ids, level)
  return new Map([...found].map(([id, shut]) => [id, shutError(work, shut, level)]))
}

function shutError({ actor }: GateReads, { status, missing }: Shut, level: GateLevel): DomainError {
  if (actor?.role !== 'admin') return new DomainError('conflict', STILL_CHECKING, { code: 'not-ready' })
  const isShut = (name: ActionName) => {
    const needed = gateLevelOf[actions[name].to]
    return needed !== undefined && gateLevels.indexOf(needed) >= gateLevels.indexOf(level)
  }
  return new DomainError('conflict', missing.map(({ text }) => text).join(' '), {
    code: 'requirements-missing',
    current: {
      status,
      actions: actionsFor(actor.role, status).filter((name) => !isShut(name)),
      missing,
    },
  })
}

/**
 * The one guard of every act that a client's due diligence can shut.
 *
 * @throws DomainError conflict (409): `not-ready` for managers, whatever the reason; `requirements-missing` for admins
 */
export async function requireOpen(work: Work, ids: readonly string[], level: GateLevel): Promise<void> {
  throwFirst(await shutOf(work, ids, level))
}
