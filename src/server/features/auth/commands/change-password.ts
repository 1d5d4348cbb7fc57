import { entryOf, recordFailure } from '#server/shared/audit/record.ts'
import { queueMail } from '#server/shared/mail/outbox.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { attemptWithin } from '#server/shared/throttling/throttle.ts'
import { forgetBrowsers } from '../known-browsers.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { refusedAt, refuseWeakPassword } from '../password-rules.ts'
import { hashPassword, isPassword, DUMMY_HASH } from '../passwords.ts'
import { endOtherSessions, temporaryPasswordHashOf } from '../sessions.ts'
import { readTemporaryPassword, markTemporaryPasswordsUsed } from '../temporary-passwords.ts'
import { passwordHashOf, setPasswordHash } from '../user-passwords.ts'
import { beginSession, type BrowserToken, type SignedIn } from './begin-session.ts'

interface PasswordChange {
  /** Not needed in a session that began with a temporary password. */
  currentPassword?: string | undefined
  newPassword: string
  browserToken: BrowserToken
}

const TOO_MANY = 'Too many wrong passwords.'

/**
 * Changes the user's password. All their sessions end, and a new one begins for this browser, so that leaked tokens
 * become useless.
 *
 * @throws DomainError invalid (400) at newPassword or currentPassword, throttled (429) after five wrong current ones,
 * signed-out (401) where the session has ended meanwhile
 */
export async function changePassword(act: CommandContext, change: PasswordChange): Promise<SignedIn> {
  const { context, actor } = act
  const { currentPassword, newPassword } = change
  refuseWeakPassword(context.settings, {
    field: 'newPassword',
    password: newPassword,
    username: actor.username,
  })
  const temporaryHash = await temporaryPasswordHashOf(context.database.db, actor.sessionId)
  const isTheSame =
    temporaryHash === null ? newPassword === currentPassword : await isPassword(newPassword, temporaryHash)
  if (isTheSame)
    throw refusedAt('newPassword', 'Please choose a password that is different from your current one')
  if (temporaryHash === null || currentPassword !== undefined) {
    await attemptWithin(context, ['passwordChange', actor.userId, TOO_MANY], () =>
      proveCurrent(act, currentPassword, temporaryHash),
    )
  }
  const passwordHash = await hashPassword(newPassword)
  return inTransaction(act, (work) => replacePassword(work, { ...change, passwordHash }))
}

/** Checks the current password, or the temporary one that the session began with. */
async function proveCurrent(
  act: CommandContext,
  typed: string | undefined,
  temporaryHash: string | null,
): Promise<void> {
  const { context, actor } = act
  if (typed === undefined) throw refusedAt('currentPassword', 'Please enter your current password')
  const [password, passwordHash] =
    temporaryHash === null
      ? [typed, await passwordHashOf(context.database.db, actor.userId)]
      : [readTemporaryPassword(typed) ?? typed, temporaryHash]
  if (await isPassword(password, passwordHash ?? DUMMY_HASH)) return
  await recordFailure(autocommit(act), 'password.change-failed', actor.userId, { reason: 'wrong-password' })
  throw refusedAt('currentPassword', 'Your current password is incorrect')
}

async function replacePassword(
  work: TransactionContext,
  { passwordHash, browserToken }: Pick<PasswordChange, 'browserToken'> & { passwordHash: string },
): Promise<SignedIn> {
  const { tx, actor, now } = work
  const { session } = await lockOwnAccount(tx, actor)
  const { userId, username, fullName } = actor
  await setPasswordHash(tx, userId, passwordHash)
  await markTemporaryPasswordsUsed(tx, userId, now)
  await endOtherSessions(tx, userId, null)
  await forgetBrowsers(tx, userId)
  await queueMail(work, { template: 'password-changed', recipient: username, data: { fullName, at: now } })
  return beginSession(work, userId, {
    browserToken,
    browserIsKnown: false,
    codeGiven: session.secondFactor === 'given' ? 'before' : undefined,
    recorded: entryOf(work, 'password.changed', userId, {}),
  })
}
