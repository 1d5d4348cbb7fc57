import type { Actor } from '#server/actor.ts'
import { appendAudit } from '#server/audit/append.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { attemptWithin } from '#server/throttling/throttle.ts'
import { forgetBrowsers } from '../known-browsers.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { refusedAt, refuseWeakPassword } from '../password-rules.ts'
import { hashPassword, isPassword, nobodysHash } from '../passwords.ts'
import { endOtherSessions, temporaryPasswordHashOf } from '../sessions.ts'
import { withdrawTemporaryPasswords } from '../temporary-passwords.ts'
import { passwordHashOf, setPasswordHash } from '../user-passwords.ts'
import { beginSession, type Browser, type SignedIn } from './begin-session.ts'

interface PasswordChange {
  actor: Actor
  currentPassword: string
  newPassword: string
  browser: Browser
  now: Date
}

const TOO_MANY = 'The current password was wrong too often.'

/**
 * Gives somebody the password that they chose. All their sessions end, and a new one begins for the browser that they
 * chose it in, so that nothing which may have leaked before is of use.
 *
 * @throws Refusal invalid (400) at newPassword or currentPassword, throttled (429) after five wrong current ones,
 *   signed-out (401) where the session has ended meanwhile
 */
export async function changePassword(context: Context, change: PasswordChange): Promise<SignedIn> {
  const { actor, currentPassword, newPassword } = change
  refuseWeakPassword(context.settings, {
    field: 'newPassword',
    password: newPassword,
    username: actor.username,
  })
  if (newPassword === currentPassword) {
    throw refusedAt('newPassword', 'Please choose a password that differs from the present one')
  }
  await attemptWithin(context, ['passwordChange', actor.userId, TOO_MANY], () =>
    proveCurrent(context, change, currentPassword),
  )
  const passwordHash = await hashPassword(newPassword)
  return context.database.db.transaction((tx) => replacePassword(tx, context, change, passwordHash))
}

/** What vouches for the change is the password proper, or the temporary one that the session began with. */
async function proveCurrent(
  context: Context,
  { actor, browser, now }: PasswordChange,
  password: string,
): Promise<void> {
  const { db } = context.database
  const passwordHash = actor.mustChangePassword
    ? await temporaryPasswordHashOf(db, actor.sessionId)
    : await passwordHashOf(db, actor.userId)
  if (await isPassword(password, passwordHash ?? nobodysHash)) return
  await appendAudit(db, {
    action: 'password.change-failed',
    details: { reason: 'wrong-password' },
    actor,
    objectId: actor.userId,
    ip: browser.origin.ip,
    at: now,
    success: false,
  })
  throw refusedAt('currentPassword', 'The current password is not right')
}

async function replacePassword(
  tx: Transaction,
  context: Context,
  { actor, browser, now }: PasswordChange,
  passwordHash: string,
): Promise<SignedIn> {
  const { session } = await lockOwnAccount(tx, actor)
  const { userId, username, fullName } = actor
  await setPasswordHash(tx, userId, passwordHash)
  await withdrawTemporaryPasswords(tx, userId)
  await endOtherSessions(tx, userId, null)
  await forgetBrowsers(tx, userId)
  await appendAudit(tx, {
    action: 'password.changed',
    details: {},
    actor,
    objectId: userId,
    ip: browser.origin.ip,
    at: now,
  })
  await queueMail(tx, context, {
    template: 'password-changed',
    recipient: username,
    data: { fullName, at: now },
    now,
  })
  return beginSession(tx, context, {
    userId,
    browser,
    browserIsKnown: false,
    temporaryPasswordHash: null,
    codeGiven: session.secondFactor === 'given',
    now,
  })
}
