import { and, eq, inArray } from 'drizzle-orm'
import { formatDay } from '#domain/time/dates.ts'
import type { Doer } from '#server/actor.ts'
import { correctionRounds } from '#server/db/correction-schema.ts'
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Work } from '#server/work.ts'

/** An application that goes over to another manager. */
export interface HandedOver {
  id: string
  /** Of the client; null where it is not given yet. */
  fullName: string | null
  managerId: string
}

/**
 * Tells the new manager of an application that a round of corrections is open, in the transaction that gives it to them.
 * Nothing where none is: a manager hears of clients as something happens.
 */
export async function tellOfOpenRound(
  work: Work<Doer, 'settings' | 'keyring'>,
  { id, fullName, managerId }: HandedOver,
): Promise<void> {
  const [round] = await work.tx
    .select({ state: correctionRounds.state, dueOn: correctionRounds.dueOn })
    .from(correctionRounds)
    .where(
      and(eq(correctionRounds.applicationId, id), inArray(correctionRounds.state, ['asked', 'answered'])),
    )
  const [manager] = await work.tx
    .select({ username: users.username })
    .from(users)
    .where(eq(users.id, managerId))
  if (round === undefined || manager === undefined) return
  await queueMail(work, {
    template: 'corrections-handed-over',
    recipient: manager.username,
    data: {
      fullName,
      due: round.state === 'asked' && round.dueOn !== null ? formatDay(round.dueOn) : null,
      applicationId: id,
    },
  })
}
