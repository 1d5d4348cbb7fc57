import { eq } from 'drizzle-orm'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import type { Doer } from '#features/access/server/actor.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import type { SignInMailData } from '#features/mail/server/templates/sign-in-mails.ts'

interface Owner {
  id: string
  username: string
  fullName: string | null
}

/**
 * Records a new or removed passkey and notifies its owner by mail, in case it was someone else.
 *
 * @param asFactor whether it turned the owner's second factor on or off
 */
export async function recordPasskeyChange(
  work: TransactionContext<Doer | null>,
  {
    change,
    owner,
    name,
    asFactor,
  }: { change: 'added' | 'removed'; owner: Owner; name: string; asFactor: boolean },
): Promise<void> {
  await record(work, `passkey.${change}`, owner.id, {})
  if (asFactor) {
    const action = change === 'added' ? 'second-factor.enrolled' : 'second-factor.removed'
    await record(work, action, owner.id, { is: 'passkey' })
  }
  await mailOwner(work, { change: asFactor ? `${change}-as-second-factor` : change, owner, name })
}

async function mailOwner(
  work: TransactionContext<Doer | null>,
  {
    change,
    owner,
    name,
  }: { change: SignInMailData['passkey-changed']['change']; owner: Owner; name: string },
): Promise<void> {
  await queueMail(work, {
    template: 'passkey-changed',
    recipient: owner.username,
    data: { fullName: owner.fullName, passkeyName: name, change, at: work.now },
  })
}

/** Records a passkey whose counter went back: it may have been copied. Its owner decides whether to remove it. */
export async function noteCounter(act: CommandContext<null>, credentialId: string): Promise<void> {
  await inTransaction(act, async (work) => {
    const { tx } = work
    const [found] = await tx
      .select({ id: users.id, username: users.username, fullName: users.fullName, name: passkeys.name })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, Buffer.from(credentialId, 'base64url')))
    if (found === undefined) return
    await recordFailure(work, 'passkey.refused', found.id, { reason: 'counter' })
    await mailOwner(work, { change: 'copied', owner: found, name: found.name })
  })
}
