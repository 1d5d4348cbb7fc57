import type { ParsedInput } from '#base/rules/api/contract.ts'
import { checkDecisions, MAX_SETTLEMENTS, settlementOf } from '#features/review/rules/checks.ts'
import { PROOF } from '#features/review/rules/proofs.ts'
import { staffChecksOf } from '#features/applications/rules/warnings.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { record } from '#features/audit/server/record.ts'
import { checkSettlements } from '#features/review/schema/check-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { settlementsOf, type Settlement } from './read.ts'

type Decided = ParsedInput<'POST /api/admin/applications/{id}/checks'>['body']

/**
 * Adds a decision on a check. The application is locked, so that its answers cannot change, and of two simultaneous
 * decisions the second is refused.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found out of the actor's scope; conflict (409, `check-changed`) where the answer has changed
 * or a later decision was not seen; conflict (409) for reopening an open check, and above the maximum of decisions
 */
export async function settleCheck<Answer>(
  act: CommandContext,
  id: string,
  { path, check: name, about, seen, decision, reason }: Decided,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, context, now } = work
    const { keyring } = context
    const { answers } = await lockForReview(tx, id, { actor, action: 'check.settle' })
    const check = staffChecksOf(decryptAnswers(keyring, id, answers)).find(
      (one) => one.path === path && one.check === name && one.about === about,
    )
    if (check === undefined) throw answerChanged()
    const earlier = (await settlementsOf({ keyring, database: { db: tx } }, [id])).get(id) ?? []
    const latest = settlementOf(check, earlier)
    if ((latest?.id ?? null) !== seen) throw decidedMeanwhile(latest)
    if (decision === 'reopened' && (latest === null || latest.decision === 'reopened')) throw alreadyOpen()
    if (earlier.filter((one) => one.check !== PROOF).length >= MAX_SETTLEMENTS) throw tooMany()
    const settlementId = newId()
    await tx.insert(checkSettlements).values({
      id: settlementId,
      applicationId: id,
      number: earlier.length + 1,
      path,
      checkName: name,
      decision,
      content: encryptJson(keyring, checkSettlements.content, settlementId, { about, reason }),
      actorId: actor.userId,
      at: now,
    })
    const details = { settlementId, path, check: name }
    await (decision === 'reopened'
      ? record(work, 'check.reopened', id, details)
      : record(work, 'check.settled', id, { ...details, decision }))
    return answer(tx)
  })
}

function answerChanged(): DomainError {
  return new DomainError(
    'conflict',
    'The answer has changed since you opened it, so nothing was saved. Please check the new answer.',
    { code: 'check-changed' },
  )
}

function decidedMeanwhile(latest: Settlement | null): DomainError {
  const what =
    latest === null
      ? 'This check has changed'
      : `${latest.byName} has decided on this check (${checkDecisions[latest.decision]})`
  return new DomainError(
    'conflict',
    `${what} since you opened it, so nothing was saved. Please check again.`,
    {
      code: 'check-changed',
    },
  )
}

function alreadyOpen(): DomainError {
  return new DomainError('conflict', 'This check is already open. Please reload the page.')
}

function tooMany(): DomainError {
  return new DomainError(
    'conflict',
    `An application can have at most ${MAX_SETTLEMENTS} decisions on checks. Please add a note instead.`,
  )
}
