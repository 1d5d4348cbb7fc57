import type { Actor } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import {
  anonymousContext,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { inSteps } from '#base/server/throttling/constant-time.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { findRecipient } from '../queries.ts'
import { requiredProviders } from '../sso-only.ts'
import {
  generateTemporaryPassword,
  issueTemporaryPassword,
  type GeneratedPassword,
} from '../temporary-passwords.ts'

/** More than one hash and two transactions take on any adequate machine. */
const STEP_MS = 250

const TOO_MANY_FROM_ADDRESS = 'Too many requests from your network.'
const TOO_MANY_FOR_ACCOUNT =
  'You’ve already asked for several temporary passwords. Please check your inbox and your spam folder.'

/**
 * Sends a temporary password to the owner of an account. Response and duration are the same where there is no such
 * account.
 *
 * @throws DomainError throttled (429)
 */
export async function requestPasswordReset(
  act: CommandContext<Actor | null>,
  username: string,
): Promise<GeneratedPassword> {
  const { context, origin } = act
  return inSteps(STEP_MS, async () => {
    await countWithin(context, ['resetFromAddress', addressKey(origin.ip), TOO_MANY_FROM_ADDRESS])
    await countWithin(context, ['resetForAccount', username, TOO_MANY_FOR_ACCOUNT])
    const drawn = await generateTemporaryPassword()
    await inTransaction(anonymousContext(act), (work) => issueAndSend(work, username, drawn))
    return drawn
  })
}

async function issueAndSend(
  work: TransactionContext<null>,
  username: string,
  drawn: GeneratedPassword,
): Promise<void> {
  const { tx, now } = work
  const user = await findRecipient(tx, username)
  await record(work, 'password.reset-requested', user?.id ?? null, { username, known: user !== null })
  if (user === null) return
  const provider = await requiredProviders(tx, work.context.settings, user)
  if (provider !== null) {
    const data = { fullName: user.fullName, provider }
    await queueMail(work, { template: 'firm-signs-in-elsewhere', recipient: user.username, data })
    return
  }
  const { expiresAt } = await issueTemporaryPassword(tx, {
    userId: user.id,
    drawn,
    purpose: 'forgotten',
    now,
  })
  await queueMail(work, {
    template: 'forgotten-password',
    recipient: user.username,
    data: { fullName: user.fullName, temporaryPassword: drawn.password, expiresAt },
  })
}
