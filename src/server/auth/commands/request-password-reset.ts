import type { Origin } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { addressKey } from '#server/throttling/address-key.ts'
import { inSteps } from '#server/throttling/steady-time.ts'
import { countWithin } from '#server/throttling/throttle.ts'
import { findRecipient } from '../queries.ts'
import { drawTemporaryPassword, issueTemporaryPassword, type DrawnPassword } from '../temporary-passwords.ts'

interface ResetRequest {
  username: string
  origin: Origin
  now: Date
}

/** One hash and two transactions' worth of statements take less, on any machine that serves people well. */
const STEP_MS = 250

const TOO_MANY_FROM_ADDRESS = 'There were too many requests from your network.'
const TOO_MANY_FOR_ACCOUNT =
  'A temporary password was asked for several times already. Please look into your inbox and your spam folder.'

/**
 * Sends a temporary password to whoever owns an account. What comes back, and after how long, is the same where there
 * is no such account: the password drawn then belongs to nobody.
 *
 * @throws Refusal throttled (429)
 */
export async function requestPasswordReset(context: Context, request: ResetRequest): Promise<DrawnPassword> {
  const { username, origin } = request
  return inSteps(STEP_MS, async () => {
    await countWithin(context, ['resetFromAddress', addressKey(origin.ip), TOO_MANY_FROM_ADDRESS])
    await countWithin(context, ['resetForAccount', username, TOO_MANY_FOR_ACCOUNT])
    const drawn = await drawTemporaryPassword()
    await context.database.db.transaction((tx) => issueAndSend(tx, context, request, drawn))
    return drawn
  })
}

async function issueAndSend(
  tx: Transaction,
  context: Context,
  { username, origin, now }: ResetRequest,
  drawn: DrawnPassword,
): Promise<void> {
  const user = await findRecipient(tx, username)
  await appendAudit(tx, {
    action: 'password.reset-requested',
    details: { username, known: user !== null },
    actor: null,
    objectId: user?.id ?? null,
    ip: origin.ip,
    at: now,
  })
  if (user === null) return
  const expiresAt = await issueTemporaryPassword(tx, { userId: user.id, drawn, purpose: 'forgotten', now })
  await queueMail(tx, context, {
    template: 'forgotten-password',
    recipient: user.username,
    data: { fullName: user.fullName, temporaryPassword: drawn.password, expiresAt },
    now,
  })
}
