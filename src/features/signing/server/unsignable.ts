import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SignableView } from '#features/signing/api/signing.ts'
import { recordFailure } from '#features/audit/server/record.ts'
import { auditEvents } from '#features/audit/schema.ts'
import { documents, users } from '#features/access/schema/tables.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import { paperOnlyReasons, type PaperOnly } from '#features/documents/rules/paper-only.ts'
import { recipientsForLetters } from '#features/documents/server/letter-to-sign.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { SignableState } from './queries.ts'
import { whyUnsealable } from './try-sealing.ts'

/** Why a document cannot be signed on screen, and what to do instead. */
const messages = {
  'no-seal':
    'Signing on screen isn’t available. Please sign the letter on paper, and upload the signed copy.',
  'no-document': 'There is no letter to sign yet. Please come back later, or contact us.',
  encrypted:
    'This letter is password-protected, so it can’t be signed on screen. Please sign it on paper, and upload the signed copy. We’ve let your wealth manager know.',
  unsealable:
    'This letter can’t be signed on screen. Please sign it on paper, and upload the signed copy. We’ve let your wealth manager know.',
  unreadable: 'This letter is still being checked for viruses. Please try again in a moment.',
  'no-name': 'Please enter your full name under Personal Details first.',
} as const satisfies Record<NonNullable<SignableView['unsignable']>, string>

/** Refuses to sign a document that cannot be signed on screen. */
export async function refuseUnsignable(act: CommandContext, state: SignableState): Promise<DomainError> {
  await reportUnsignable(act, state)
  return new DomainError('conflict', messages[state.unsignable ?? 'no-document'])
}

/**
 * Tries to seal a letter that was stored without a trial, before its client reads it. One that cannot be sealed is for
 * paper only from then on.
 */
export async function withTriedSeal(act: CommandContext, state: SignableState): Promise<SignableState> {
  const { unsignable, document } = state
  if (unsignable !== null || document === null || document.sealable !== null) {
    await reportUnsignable(act, state)
    return state
  }
  const { database, store } = act.context
  const object = await store.get(document.objectKey)
  if (object === null) return state
  if ((await whyUnsealable(await readWhole(object), act.now)) !== null) {
    const unsealable = { ...state, unsignable: 'unsealable' } as const
    await reportUnsignable(act, unsealable)
    return unsealable
  }
  await database.db.update(documents).set({ sealable: true }).where(eq(documents.id, document.id))
  return state
}

/** Reports a letter that was found to be for paper only. */
export async function reportUnsignable(act: CommandContext, state: SignableState): Promise<void> {
  const { unsignable } = state
  if (unsignable === 'encrypted' || unsignable === 'unsealable') await reportPaperOnly(act, state, unsignable)
}

/** Marks a letter for paper only, and notifies its manager and the administrators, once for each letter. */
export async function reportPaperOnly(
  act: CommandContext,
  { document, applicationId }: SignableState,
  reason: PaperOnly,
): Promise<void> {
  if (document === null) return
  await inTransaction(act, async (work) => {
    const { tx } = work
    const [manager] = await tx.select().from(users).where(eq(users.id, document.ownerId)).for('no key update')
    const notified = await tx.$count(
      auditEvents,
      and(
        eq(auditEvents.action, 'document.sign-failed'),
        inArray(sql`${auditEvents.details}->>'reason'`, [...paperOnlyReasons]),
        sql`${auditEvents.details} @> ${JSON.stringify({ documentId: document.id })}::jsonb`,
      ),
    )
    if (reason === 'unsealable') {
      await tx.update(documents).set({ sealable: false }).where(eq(documents.id, document.id))
    }
    if (manager === undefined || notified > 0) return
    await recordFailure(work, 'document.sign-failed', applicationId, {
      documentId: document.id,
      reason,
    })
    const { fullName } = manager
    for (const recipient of await recipientsForLetters(tx, manager)) {
      await queueMail(work, { template: 'letter-encrypted', recipient, data: { fullName } })
    }
  })
}
