import { eq } from 'drizzle-orm'
import type { Claims } from '#features/sso/rules/claims.ts'
import type { SsoRejection } from '#features/sso/rules/rejections.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { sessions } from '#features/access/schema/tables.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { findIdentity } from './identities.ts'
import { subjectOf } from './sign-in.ts'

/**
 * Renews the session's proof after its user signed in at the provider just now (`max_age=0` was verified).
 *
 * @returns why not; null where it was renewed
 */
export async function renewProof(
  act: CommandContext,
  provider: SsoProvider,
  claims: Claims,
): Promise<SsoRejection | null> {
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const { id } = await lockOwnAccount(tx, actor)
    const identity = await findIdentity(tx, subjectOf({ provider, claims }))
    if (identity?.userId !== id) return 'another-person'
    await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, actor.sessionId))
    return null
  })
}
