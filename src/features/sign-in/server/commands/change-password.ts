import type { GivenProof } from '#features/access/api/own-proof.ts'
import { signedOut } from '#base/server/domain-error.ts'
import { entryOf, recordFailure } from '#features/audit/server/record.ts'
import { queueMail } from '#features/mail/server/outbox.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { attemptWithin } from '#base/server/throttling/throttle.ts'
import { forgetBrowsers } from '../known-browsers.ts'
import { lockOwnAccount } from '../locked-account.ts'
import {
  consumeProof,
  proveOwner,
  readProof,
  rejectProof,
  type OwnProof,
  type ProofPurpose,
} from '../own-proof.ts'
import { refusedAt, refuseWeakPassword } from '../password-rules.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { endOtherSessions, temporaryPasswordHashOf } from '../sessions.ts'
import { readTemporaryPassword, markTemporaryPasswordsUsed } from '../temporary-passwords.ts'
import { setPasswordHash } from '../user-passwords.ts'
import { beginSession, type BrowserToken, type SignedIn } from './begin-session.ts'

interface PasswordChange {
  /** Not needed in a session that began with a temporary password. */
  currentPassword?: string | undefined
  proof?: GivenProof | undefined
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
  const { currentPassword, newPassword, proof: given } = change
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
  const purpose = changeOfPassword(act)
  let proof: OwnProof | null = null
  if (temporaryHash === null) {
    const typed = readProof({ proof: given, password: currentPassword }, 'currentPassword')
    proof = await proveOwner(act, typed, purpose)
  } else if (currentPassword !== undefined) {
    await attemptWithin(context, ['passwordChange', actor.userId, TOO_MANY], () =>
      proveTemporary(purpose, currentPassword, temporaryHash),
    )
  }
  const passwordHash = await hashPassword(newPassword)
  return inTransaction(act, (work) => replacePassword(work, { ...change, passwordHash, proof }))
}

function changeOfPassword(act: CommandContext): ProofPurpose {
  return {
    limit: 'passwordChange',
    tooMany: TOO_MANY,
    field: 'currentPassword',
    wrongPassword: 'Your current password is incorrect',
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'password.change-failed', act.actor.userId, { reason }),
  }
}

/** Checks the temporary password that the session began with. */
async function proveTemporary(purpose: ProofPurpose, typed: string, temporaryHash: string): Promise<void> {
  if (await isPassword(typed, temporaryHash)) return
  const pasted = readTemporaryPassword(typed)
  if (pasted !== null && (await isPassword(pasted, temporaryHash))) return
  await rejectProof(purpose, 'wrong-password')
}

async function replacePassword(
  work: TransactionContext,
  {
    passwordHash,
    browserToken,
    proof,
  }: Pick<PasswordChange, 'browserToken'> & { passwordHash: string; proof: OwnProof | null },
): Promise<SignedIn> {
  const { tx, actor, now } = work
  const account = await lockOwnAccount(tx, actor)
  if (proof !== null && !(await consumeProof(work, account, proof))) throw signedOut()
  const { session } = account
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
