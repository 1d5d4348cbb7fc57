import type { ParsedInput } from '#base/rules/api/contract.ts'
import { settlementOf } from '#features/review/rules/checks.ts'
import { MAX_PROOFS, PROOF, provableAnswers } from '#features/review/rules/proofs.ts'
import type { ReviewedApplication } from '#features/review/api/staff-applications.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { requireOpened } from '#features/documents/server/opened.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { checkSettlements } from '#features/review/schema/check-schema.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { decryptAnswers } from '#features/applications/server/record/encrypted-answers.ts'
import { lockForReview } from '#features/applications/server/record/lock-for-review.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import { settlementsOf, type Reading } from './read.ts'

type Ticked = ParsedInput<'PUT /api/admin/applications/{id}/proofs'>['body']

/**
 * Records that a document proves an answer, or withdraws that. Idempotent. Holds while answer and document are the same.
 *
 * @param answer builds the response in the same transaction
 * @throws DomainError not-found out of the actor's scope; conflict (409, `check-changed`) where the answer or the
 * document has changed; conflict (409) above the maximum, and for a document that the actor has not opened
 */
export async function proveAnswer<Answer>(
  act: CommandContext,
  id: string,
  { path, documentId, about, proved }: Ticked,
  answer: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(act, async (work) => {
    const { tx, actor, context, now } = work
    const { keyring } = context
    const { answers } = await lockForReview(tx, id, { actor, action: 'check.settle' })
    const provable = provableAnswers(
      decryptAnswers(keyring, id, answers),
      await documentsOfApplication(tx, id),
    )
    if (!provable.some((one) => one.path === path && one.about === about && one.documentId === documentId)) {
      throw changed()
    }
    if (proved) await requireOpened(work, id, [documentId])
    const earlier = (await settlementsOf({ keyring, database: { db: tx } }, [id])).get(id) ?? []
    const latest = settlementOf({ path, check: PROOF, about }, earlier)
    if ((latest?.decision === 'accepted') === proved) return answer(tx)
    if (earlier.filter(({ check }) => check === PROOF).length >= MAX_PROOFS) throw tooMany()
    const settlementId = newId()
    await tx.insert(checkSettlements).values({
      id: settlementId,
      applicationId: id,
      number: earlier.length + 1,
      path,
      checkName: PROOF,
      decision: proved ? 'accepted' : 'reopened',
      content: encryptJson(keyring, checkSettlements.content, settlementId, { about, reason: '' }),
      actorId: actor.userId,
      at: now,
    })
    await record(work, proved ? 'check.proved' : 'check.proof-withdrawn', id, {
      settlementId,
      path,
      documentId,
    })
    return answer(tx)
  })
}

/** The answers that the current documents can prove, each with its proof if there is one. */
export async function proofsOf(
  reading: Reading,
  id: string,
  { answers, documents }: { answers: Answers; documents: readonly { id: string; kind: DocumentKindName }[] },
): Promise<ReviewedApplication['proofs']> {
  const provable = provableAnswers(answers, documents)
  if (provable.length === 0) return []
  const settlements = (await settlementsOf(reading, [id])).get(id) ?? []
  return provable.map((one) => {
    const found = settlementOf({ ...one, check: PROOF }, settlements)
    const proof = found?.decision === 'accepted' ? { byName: found.byName, at: found.at.toISOString() } : null
    return { ...one, proof }
  })
}

function changed(): DomainError {
  return new DomainError(
    'conflict',
    'The answer or the document has changed since you opened it, so nothing was saved. Please compare them again.',
    { code: 'check-changed' },
  )
}

function tooMany(): DomainError {
  return new DomainError(
    'conflict',
    `An application can have at most ${MAX_PROOFS} ticks on documents. Please add a note instead.`,
  )
}
