import { and, eq, sql } from 'drizzle-orm'
import type { SignableView } from '#domain/api/signing.ts'
import { recordFailure } from '#server/shared/audit/record.ts'
import { auditEvents } from '#server/platform/db/audit-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/shared/mail/outbox.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import { inTransaction, type CommandContext } from '#server/shared/command-context.ts'
import type { SignableState } from './queries.ts'

/** Why a document cannot be signed on screen, and what to do instead. */
const messages = {
  'no-seal':
    'Signing on screen isn’t available. Please sign the letter on paper, and upload the signed copy.',
  'no-document': 'There is no letter to sign yet. Please come back later, or contact us.',
  encrypted:
    'This letter is password-protected, so it can’t be signed on screen. Please sign it on paper, and upload the signed copy. We’ve let your wealth manager know.',
  unreadable: 'This letter is still being checked for viruses. Please try again in a moment.',
  'no-name': 'Please enter your full name under Personal Details first.',
} as const satisfies Record<NonNullable<SignableView['unsignable']>, string>

/** Refuses to sign a document that cannot be signed on screen. */
export async function refuseUnsignable(act: CommandContext, state: SignableState): Promise<DomainError> {
  await notifyOfEncrypted(act, state)
  return new DomainError('conflict', messages[state.unsignable ?? 'no-document'])
}

/** Notifies a manager, once for each letter, that it cannot be signed on screen. */
export async function notifyOfEncrypted(
  act: CommandContext,
  { unsignable, document, applicationId }: SignableState,
): Promise<void> {
  if (unsignable !== 'encrypted' || document === null) return
  await inTransaction(act, async (work) => {
    const { tx } = work
    const [manager] = await tx
      .select({ username: users.username, fullName: users.fullName })
      .from(users)
      .where(eq(users.id, document.ownerId))
      .for('no key update')
    const details = { documentId: document.id, reason: 'encrypted' } as const
    const notified = await tx.$count(
      auditEvents,
      and(
        eq(auditEvents.action, 'document.sign-failed'),
        sql`${auditEvents.details} @> ${JSON.stringify(details)}::jsonb`,
      ),
    )
    if (manager === undefined || notified > 0) return
    await recordFailure(work, 'document.sign-failed', applicationId, details)
    await queueMail(work, {
      template: 'letter-encrypted',
      recipient: manager.username,
      data: { fullName: manager.fullName },
    })
  })
}
