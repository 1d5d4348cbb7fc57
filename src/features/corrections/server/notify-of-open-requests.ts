import { and, eq, inArray } from 'drizzle-orm'
import { formatDay } from '#base/rules/time/dates.ts'
import type { Doer } from '#features/access/server/actor.ts'
import type { MailDelivery } from '#features/applications/server/record/delayed-mails.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { correctionRounds } from '#features/applications/schema/correction-schema.ts'
import { applications } from '#features/access/schema/tables.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/**
 * Notifies the new manager of each open request, in the transaction that reassigns the clients.
 *
 * @param to the new manager, and how mails are queued
 * @returns how many requests are open
 */
export async function notifyOfOpenRequests(
  work: TransactionContext<Doer, 'settings' | 'keyring'>,
  applicationIds: readonly string[],
  { recipient, hold }: { recipient: string; hold: Pick<MailDelivery, 'queue'> },
): Promise<number> {
  const { tx, context } = work
  const { id: applicationId, answers } = applications
  const { state, dueOn } = correctionRounds
  const rounds = await tx
    .select({ applicationId, answers, state, dueOn })
    .from(correctionRounds)
    .innerJoin(applications, eq(applicationId, correctionRounds.applicationId))
    .where(and(inArray(applicationId, [...applicationIds]), inArray(state, ['asked', 'answered'])))
  for (const round of rounds) {
    await hold.queue({
      template: 'corrections-handed-over',
      recipient,
      data: {
        fullName: decryptAnswers(context.keyring, round.applicationId, round.answers).fullName,
        due: round.state === 'asked' && round.dueOn !== null ? formatDay(round.dueOn) : null,
        applicationId: round.applicationId,
      },
    })
  }
  return rounds.length
}
