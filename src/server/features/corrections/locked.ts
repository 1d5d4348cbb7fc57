import { eq } from 'drizzle-orm'
import { statuses } from '#domain/applications/lifecycle/statuses.ts'
import { actionsFor } from '#domain/applications/lifecycle/transitions.ts'
import { roundsOf, type Round } from '#server/shared/application-record/asked-round.ts'
import { decryptRow, type ApplicationRow } from '#server/shared/application-record/application-row.ts'
import { lockForReview, type LockedApplication } from '#server/shared/application-record/lock-for-review.ts'
import { applications } from '#server/platform/db/schema.ts'
import { isAllowedNow } from '#server/shared/permission.ts'
import { DomainError, notFound } from '#server/platform/domain-error.ts'
import type { TransactionContext } from '#server/shared/command-context.ts'

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
