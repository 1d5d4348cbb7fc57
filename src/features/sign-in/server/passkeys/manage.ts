import { and, asc, eq } from 'drizzle-orm'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { OwnPasskey } from '#features/sign-in/api/passkeys.ts'
import type { Queries } from '#base/server/db/database.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { DomainError, notFound, signedOut } from '#base/server/domain-error.ts'
import { record, recordFailure } from '#features/audit/server/record.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import type { BrowserToken } from '../commands/begin-session.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { consumeProof, proveOwner, type ProofPurpose } from '../own-proof.ts'
import { hasAuthenticator, hasSecondFactor, turnOffSecondFactor } from '../second-factor/first-factor.ts'
import { recordPasskeyChange } from './record-change.ts'
import { relyingPartyOf, type SiteSettings } from './relying-party.ts'
import { isOnDevice } from './this-device.ts'
import { usableOf } from './usable.ts'

const TOO_MANY = 'Too many wrong passwords.'

type Row = typeof passkeys.$inferSelect

/** A passkey, as shown to its owner. */
export function presentPasskey(row: Row, settings: SiteSettings, browserToken: BrowserToken): OwnPasskey {
  const here = relyingPartyOf(settings)?.id
  const rpId = row.rpId ?? here ?? ''
  return {
    id: row.id,
    name: row.name,
    credentialId: row.credentialId.toString('base64url'),
    rpId,
    worksHere: rpId === here,
    backedUp: row.backedUp,
    thisDevice: isOnDevice(row, browserToken),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

export async function ownPasskeys(
  { context, actor }: CommandContext,
  browserToken: BrowserToken,
): Promise<OwnPasskey[]> {
  const rows = await context.database.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, actor.userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return rows.map((row) => presentPasskey(row, context.settings, browserToken))
}

/** Proof of a change to the actor's own passkeys. */
export function changeOfPasskeys(act: CommandContext, { withCode = false } = {}): ProofPurpose {
  return {
    limit: 'secondFactorChange',
    tooMany: TOO_MANY,
    field: 'password',
    withCode,
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'passkey.change-failed', act.actor.userId, { reason }),
  }
}

/** Renames an own passkey. @throws DomainError not-found (404) */
export async function renamePasskey(
  act: CommandContext,
  id: string,
  { name, browserToken }: { name: string; browserToken: BrowserToken },
): Promise<OwnPasskey> {
  return inTransaction(act, async (work) => {
    const { tx, actor } = work
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId))
    const [renamed] = await tx.update(passkeys).set({ name }).where(isOwn).returning()
    if (renamed === undefined) throw notFound()
    await record(work, 'passkey.renamed', actor.userId, {})
    return presentPasskey(renamed, work.context.settings, browserToken)
  })
}

/**
 * Removes an own passkey, after proof. Where it is the last second factor, that is turned off, which needs a code beside
 * the password.
 *
 * @throws DomainError as `proveOwner`; not-found (404); conflict (409) where it became the last one meanwhile
 */
export async function removePasskey(act: CommandContext, id: string, given: GivenProof): Promise<void> {
  const { userId } = act.actor
  const { settings, database } = act.context
  const what = { settings, userId, id }
  const isLast = await isLastFactor(database.db, what)
  const proof = await proveOwner(act, given, changeOfPasskeys(act, { withCode: isLast }))
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const account = await lockOwnAccount(tx, actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
    if ((await isLastFactor(tx, what)) !== isLast) throw hasChanged()
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
    const [removed] = await tx.delete(passkeys).where(isOwn).returning()
    if (removed === undefined) throw notFound()
    if (isLast) await turnOffSecondFactor(tx, userId)
    await recordPasskeyChange(work, {
      change: 'removed',
      owner: account,
      name: removed.name,
      asFactor: isLast,
    })
  })
}

/** Whether a passkey is all that is left of its owner's second factor, beside recovery codes. */
async function isLastFactor(
  db: Queries,
  { settings, userId, id }: { settings: SiteSettings; userId: string; id: string },
): Promise<boolean> {
  if (!(await hasSecondFactor(db, userId)) || (await hasAuthenticator(db, userId))) return false
  const own = await db.select({ id: passkeys.id }).from(passkeys).where(usableOf(settings, userId))
  return own.length === 1 && own[0]?.id === id
}

function hasChanged(): DomainError {
  return new DomainError('conflict', 'Your ways to sign in have changed meanwhile. Please reload the page.')
}

/** Removes all passkeys of a locked account: another person may have added one. */
export async function removePasskeysOf(
  work: TransactionContext,
  owner: { id: string; username: string; fullName: string | null },
): Promise<void> {
  const removed = await work.tx.delete(passkeys).where(eq(passkeys.userId, owner.id)).returning()
  for (const { name } of removed)
    await recordPasskeyChange(work, { change: 'removed', owner, name, asFactor: false })
}
