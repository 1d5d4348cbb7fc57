import { eq } from 'drizzle-orm'
import { answersOf } from '#features/applications/rules/round/done.ts'
import type { RoundState } from '#features/applications/rules/round/rounds.ts'
import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import { actionsNow } from '#features/access/rules/lifecycle/transitions.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { Role } from '#features/access/rules/roles.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { roundsOfEach, type Round } from '#features/applications/server/record/asked-round.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { encryptPart } from '#features/applications/server/record/encrypted-items.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionItems, correctionRounds } from '#features/applications/schema/correction-schema.ts'
import type { EncryptedAnswers } from '#features/access/schema/encrypted-answers.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { TransactionContext } from '#features/access/server/command-context.ts'

/** Stores the answers at the time when a request is sent back or ends. */
export async function storeAfter(
  { tx, context: { keyring } }: Pick<TransactionContext<Doer>, 'tx' | 'context'>,
  { items }: Round,
  answers: Answers,
): Promise<void> {
  for (const { id, subject } of items) {
    if (subject.kind !== 'answer') continue
    const after = encryptPart(keyring, id, 'after', answersOf(subject, answers))
    await tx.update(correctionItems).set({ after }).where(eq(correctionItems.id, id))
  }
}

/** Ends a request, in the transaction of its cause. */
export async function closeRound(
  work: TransactionContext<Doer>,
  { round: { id, number, applicationId } }: Round,
  as: RoundState,
): Promise<void> {
  await work.tx
    .update(correctionRounds)
    .set({ state: as, closedAt: work.now })
    .where(eq(correctionRounds.id, id))
  await record(work, 'correction.closed', applicationId, { round: number ?? 0, as })
}

/**
 * Ends all open requests of a locked application after a decision, and deletes the draft.
 *
 * @param rounds the open ones
 */
export async function supersedeRounds(
  work: TransactionContext<Doer>,
  { id, answers }: { id: string; answers: EncryptedAnswers },
  rounds: readonly Round[],
): Promise<void> {
  const { tx, context } = work
  for (const open of rounds) {
    if (open.round.state === 'draft') {
      await tx.delete(correctionRounds).where(eq(correctionRounds.id, open.round.id))
      continue
    }
    if (open.round.state === 'asked') {
      await storeAfter(work, open, decryptAnswers(context.keyring, id, answers))
    }
    await closeRound(work, open, 'superseded')
  }
}

/** The error for an approval while a request is open. */
export function roundOpen(
  { round: { state } }: Round,
  { role, status }: { role: Role; status: ApplicationStatus },
): DomainError {
  return new DomainError('conflict', whyOpen[state as keyof typeof whyOpen], {
    code: 'round-open',
    current: { status, actions: actionsNow(role, status, true) },
  })
}

const whyOpen = {
  draft:
    'You can’t approve yet: some requests haven’t been sent. Please send or remove them before you approve.',
  asked:
    'You can’t approve yet: the client still has corrections to make. Please withdraw them before you approve.',
  answered:
    'You can’t approve yet: the client has sent corrections. Please accept all of them before you approve.',
} as const

/** The open requests of locked applications, by application. */
export async function openRoundsOf(
  { tx, context }: TransactionContext<Doer>,
  applicationIds: readonly string[],
): Promise<Map<string, Round[]>> {
  const rounds = await roundsOfEach(tx, context.keyring, applicationIds)
  const open = rounds.filter(({ round }) => round.state in whyOpen)
  return Map.groupBy(open, ({ round }) => round.applicationId)
}
