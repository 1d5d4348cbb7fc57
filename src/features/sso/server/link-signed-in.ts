import type { GivenProof } from '#features/access/api/own-proof.ts'
import { personOf, type Claims } from '#features/sso/rules/claims.ts'
import type { SsoRejection } from '#features/sso/rules/rejections.ts'
import { isStaff } from '#features/access/rules/roles.ts'
import type { SsoProvider } from '#features/sso/settings.ts'
import { newId } from '#base/server/db/id.ts'
import { identities } from '#features/sso/schema.ts'
import { record } from '#features/audit/server/record.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import { lockOwnAccount } from '#features/sign-in/server/locked-account.ts'
import { inProvenTransaction } from '#features/sign-in/server/with-own-proof.ts'
import { subjectOf } from './sign-in.ts'
import { beginAtProvider, providerNamed, type SsoCall } from './start.ts'

/**
 * Begins to link the actor's account, after proof, to the person that they sign in as at a provider.
 *
 * @returns the provider's address
 * @throws DomainError as `inProvenTransaction`; not-found (404) for an unknown provider, unavailable (503) where it cannot
 * be reached
 */
export async function beginLinking(
  call: SsoCall & CommandContext,
  { provider: name, proof }: { provider: string; proof: GivenProof },
): Promise<string> {
  const provider = providerNamed(call.context, name)
  await inProvenTransaction(call, { proof }, () => Promise.resolve())
  const { sessionId } = call.actor
  return beginAtProvider(call, provider, { purpose: 'link', sessionId, returnTo: '/account?section=sign-in' })
}

/**
 * Links the actor's account to a person at a provider. Their addresses may differ: the account's owner has proved who
 * they are in this session. At a provider that everyone can use, the person must be of the firm.
 *
 * @returns why not; null where it was linked
 */
export async function linkSignedIn(
  act: CommandContext,
  provider: SsoProvider,
  claims: Claims,
): Promise<SsoRejection | null> {
  const { email, gap } = personOf(claims, provider.rules)
  if (gap === 'hd') return 'address-not-vouched'
  return inTransaction(act, async (work) => {
    const { tx, actor, now } = work
    const { id, role, username, fullName } = await lockOwnAccount(tx, actor)
    if (!isStaff(role)) return 'not-staff'
    const row = { id: newId(), userId: id, provider: provider.name, ...subjectOf({ provider, claims }) }
    const linked = await tx
      .insert(identities)
      .values({ ...row, emailAtLink: email, createdAt: now, lastUsedAt: now })
      .onConflictDoNothing()
      .returning({ id: identities.id })
    if (linked.length === 0) return 'already-linked'
    await record(work, 'sso.linked', id, { provider: provider.name, how: 'signed-in' })
    await queueMail(work, {
      template: 'identity-changed',
      recipient: username,
      data: { fullName, provider: provider.label, change: 'linked', at: now },
    })
    return null
  })
}
