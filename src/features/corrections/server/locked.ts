import { eq } from 'drizzle-orm'
import { statuses } from '#features/access/rules/lifecycle/statuses.ts'
import { actionsFor } from '#features/access/rules/lifecycle/transitions.ts'
import { roundsOf, type Round } from '#features/applications/server/record/asked-round.ts'
import { decryptRow, type ApplicationRow } from '#features/applications/server/record/application-row.ts'
import {
  lockForReview,
  type LockedApplication,
} from '#features/applications/server/record/lock-for-review.ts'
import { applications } from '#features/access/schema/tables.ts'
import { isAllowedNow } from '#features/access/server/permission.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** A locked application with all its correction requests. */
export interface Locked {
  application: ApplicationRow
  client: LockedApplication['client']
  /** The oldest first. */
  rounds: Round[]
}

/**
 * Locks an application for a change of its correction requests, so that staff and the client change them in turn.
 *
 * @throws DomainError not-found out of the actor's scope; conflict (409) where it is not under review
 */
export async function lockToAsk(
  { tx, context: { keyring }, actor }: TransactionContext,
  id: string,
): Promise<Locked> {
  const { client } = await lockForReview(tx, id, { actor, action: 'correction.ask' })
  const [row] = await tx.select().from(applications).where(eq(applications.id, id))
  if (row === undefined) throw notFound()
  if (!isAllowedNow(actor, 'correction.ask', row)) {
    throw new DomainError(
      'conflict',
      `This application is at "${statuses[row.status]}" now, so you can no longer request corrections.`,
      {
        code: 'not-possible',
        current: { status: row.status, actions: actionsFor(actor.role, row.status) },
      },
    )
  }
  return { application: decryptRow(keyring, row), client, rounds: await roundsOf(tx, keyring, id) }
}

/** The request in one of these states; there is at most one open one. */
export function roundIn({ rounds }: Pick<Locked, 'rounds'>, ...states: Round['round']['state'][]) {
  return rounds.find(({ round }) => states.includes(round.state))
}
