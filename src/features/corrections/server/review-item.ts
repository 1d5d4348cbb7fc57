import { eq } from 'drizzle-orm'
import type { ParsedInput } from '#base/rules/api/contract.ts'
import { asksForReason, COMMENT_MISSING, lacksComment } from '#features/applications/rules/round/reasons.ts'
import { subjectPath } from '#features/applications/rules/round/subjects.ts'
import type { Round } from '#features/applications/server/record/asked-round.ts'
import type { CorrectionItem } from '#features/applications/server/record/encrypted-items.ts'
import { record } from '#features/audit/server/record.ts'
import { correctionItems } from '#features/applications/schema/correction-schema.ts'
import { DomainError, notFound } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { askedAgain, addItem, removeFromDraft } from './draft-request.ts'
import { closeRound } from './close.ts'
import { lockToAsk, roundIn, type Locked } from './locked.ts'

type Judgement = ParsedInput<'PUT /api/admin/applications/{id}/corrections/items/{itemId}/verdict'>['body']

/**
 * Accepts an answered item, or adds it to the draft request to be repeated. Accepting the last one closes the request.
 * Idempotent.
 *
 * @throws DomainError not-found for an item of no request, conflict (409) for one that was not answered or is closed
 */
export async function reviewItem(
  act: CommandContext,
  { id, itemId }: { id: string; itemId: string },
  judgement: Judgement,
): Promise<void> {
  await inTransaction(act, async (work) => {
    const locked = await lockToAsk(work, id)
    const { round, item } = named(locked, itemId)
    const { verdict, reason = item.reason, comment = '' } = judgement
    if (verdict === 'again' && asksForReason(item.subject.kind) && lacksComment(reason, comment)) {
      throw new DomainError('invalid', COMMENT_MISSING, {
        errors: [{ path: 'comment', message: COMMENT_MISSING }],
      })
    }
    if (verdict === 'accepted' && item.verdict === 'accepted') return
    if (roundIn(locked, 'answered') !== round) {
      throw new DomainError(
        'conflict',
        'This isn’t ready for review: the client hasn’t replied, or the request is closed. Please reload the page.',
      )
    }
    await work.tx.update(correctionItems).set({ verdict }).where(eq(correctionItems.id, itemId))
    await record(work, 'correction.judged', id, {
      round: round.round.number ?? 0,
      subject: subjectPath(item.subject),
      verdict,
    })
    const subject = askedAgain(item)
    if (verdict === 'again') {
      await addItem(work, locked, { subject, reason, comment: comment || null })
      return
    }
    await removeFromDraft(work, locked, subject)
    const others = round.items.filter((one) => one.id !== itemId)
    if (others.every((one) => one.verdict === 'accepted')) await closeRound(work, round, 'accepted')
  })
}

function named(locked: Locked, itemId: string): { round: Round; item: CorrectionItem } {
  const round = locked.rounds.find(({ items }) => items.some(({ id }) => id === itemId))
  const item = round?.items.find(({ id }) => id === itemId)
  if (round === undefined || item === undefined) throw notFound()
  return { round, item }
}
