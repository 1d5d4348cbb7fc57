import { randomBytes } from 'node:crypto'
import { and, asc, count, eq } from 'drizzle-orm'
import type { GivenProof } from '#domain/api/own-proof.ts'
import type { PasskeyCreated } from '#domain/api/passkey-answers.ts'
import type { OwnPasskey } from '#domain/api/passkeys.ts'
import { deviceName } from '#domain/auth/device-name.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { newId } from '#server/platform/db/id.ts'
import { passkeys } from '#server/platform/db/passkey-schema.ts'
import { users } from '#server/platform/db/schema.ts'
import { DomainError, notFound, signedOut } from '#server/platform/domain-error.ts'
import { record, recordFailure } from '#server/shared/audit/record.ts'
import {
  autocommit,
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#server/shared/command-context.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { consumeProof, proveOwner, type ProofPurpose } from '../own-proof.ts'
import { consumeChallenge, drawChallenge, isChallenge, type ChallengePurpose } from './challenge.ts'
import { recordPasskeyChange } from './record-change.ts'
import { requireRelyingParty } from './relying-party.ts'
import { ALGORITHMS, webauthn } from './verify.ts'

const MAX_PASSKEYS = 10
const TIMEOUT_MS = 5 * 60_000
const HANDLE_BYTES = 32
const TOO_MANY = 'Too many wrong passwords.'
const NAME_LENGTH = 60

type Row = typeof passkeys.$inferSelect

function present({ id, name, backedUp, createdAt, lastUsedAt }: Row): OwnPasskey {
  return {
    id,
    name,
    backedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

export async function ownPasskeys({ context, actor }: CommandContext): Promise<OwnPasskey[]> {
  const rows = await context.database.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, actor.userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return rows.map(present)
}

function changeOfPasskeys(act: CommandContext): ProofPurpose {
  return {
    limit: 'secondFactorChange',
    tooMany: TOO_MANY,
    field: 'password',
    recordFailure: (reason) =>
      recordFailure(autocommit(act), 'passkey.change-failed', act.actor.userId, { reason }),
  }
}

/** The challenge of an enrolment belongs to one user and session. */
function enrolmentOf({ userId, sessionId }: CommandContext['actor']): ChallengePurpose {
  return `enrol ${userId} ${sessionId}`
}

/**
 * Options for a new passkey, after proof. The user's handle is random: a device learns no id from it.
 *
 * @throws DomainError as `proveOwner`; conflict (409) where there are ten
 */
export async function enrolmentOptions(act: CommandContext, given: GivenProof) {
  const { context, now } = act
  const party = requireRelyingParty(context.settings)
  const proof = await proveOwner(act, given, changeOfPasskeys(act))
  const { handle, known } = await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const account = await lockOwnAccount(tx, actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
    await refuseTooMany(tx, actor.userId)
    return {
      handle: await handleOf(tx, actor.userId),
      known: await tx.select().from(passkeys).where(eq(passkeys.userId, actor.userId)),
    }
  })
  const { username, fullName } = act.actor
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: context.settings.branding.firmName,
    rpID: party.id,
    userID: new Uint8Array(handle),
    userName: username,
    userDisplayName: fullName ?? username,
    challenge: new Uint8Array(drawChallenge(context.keyring, enrolmentOf(act.actor), now)),
    attestationType: 'none',
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

async function handleOf(tx: Transaction, userId: string): Promise<Buffer> {
  const [user] = await tx.select({ handle: users.webauthnHandle }).from(users).where(eq(users.id, userId))
  if (user?.handle) return user.handle
  const handle = randomBytes(HANDLE_BYTES)
  await tx.update(users).set({ webauthnHandle: handle }).where(eq(users.id, userId))
  return handle
}

async function refuseTooMany(tx: Transaction, userId: string): Promise<void> {
  const [found] = await tx.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  if ((found?.passkeys ?? 0) < MAX_PASSKEYS) return
  throw new DomainError('conflict', `You have ${MAX_PASSKEYS} passkeys. Please remove one first.`)
}

/**
 * Adds the passkey that a device made for an enrolment of this session.
 *
 * @throws DomainError invalid (400) for an answer to another challenge or of another site; conflict (409) where there
 * are ten, or it is enrolled already
 */
export async function addPasskey(
  act: CommandContext,
  { response, name }: { response: PasskeyCreated; name: string | undefined },
): Promise<OwnPasskey> {
  const made = await verifyCreated(act, response)
  return inTransaction(act, async (work) => {
    const { tx, actor, now, origin } = work
    const account = await lockOwnAccount(tx, actor)
    await refuseTooMany(tx, actor.userId)
    if (!(await consumeChallenge(tx, made.challenge, now))) throw notMade()
    const row: Row = {
      id: newId(),
      userId: actor.userId,
      ...made.passkey,
      name: name ?? deviceName(origin.userAgent).slice(0, NAME_LENGTH),
      createdAt: now,
      lastUsedAt: null,
    }
    const [added] = await tx.insert(passkeys).values(row).onConflictDoNothing().returning()
    if (added === undefined) throw new DomainError('conflict', 'This passkey is set up already.')
    await recordPasskeyChange(work, { change: 'added', owner: account, name: row.name })
    return present(added)
  })
}

async function verifyCreated({ context, actor, now }: CommandContext, response: PasskeyCreated) {
  const party = requireRelyingParty(context.settings)
  const { verifyRegistrationResponse } = await webauthn()
  let challenge = ''
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (sent) => {
        challenge = sent
        return isChallenge(context.keyring, enrolmentOf(actor), sent, now)
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) throw notMade()
    const { credential, credentialBackedUp: backedUp, aaguid } = registrationInfo
    const passkey = {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      backedUp,
      aaguid,
    }
    return { challenge, passkey }
  } catch (cause) {
    throw cause instanceof DomainError ? cause : notMade()
  }
}

function notMade(): DomainError {
  const message = 'This passkey couldn’t be verified. Please start again.'
  return new DomainError('invalid', message, { errors: [{ path: 'response', message }] })
}

/** Renames an own passkey. @throws DomainError not-found (404) */
export async function renamePasskey(act: CommandContext, id: string, name: string): Promise<OwnPasskey> {
  return inTransaction(act, async (work) => {
    const { tx, actor } = work
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId))
    const [renamed] = await tx.update(passkeys).set({ name }).where(isOwn).returning()
    if (renamed === undefined) throw notFound()
    await record(work, 'passkey.renamed', actor.userId, {})
    return present(renamed)
  })
}

/** Removes an own passkey, after proof. @throws DomainError as `proveOwner`; not-found (404) */
export async function removePasskey(act: CommandContext, id: string, given: GivenProof): Promise<void> {
  const proof = await proveOwner(act, given, changeOfPasskeys(act))
  await inTransaction(act, async (work) => {
    const { tx, actor } = work
    const account = await lockOwnAccount(tx, actor)
    if (!(await consumeProof(work, account, proof))) throw signedOut()
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId))
    const [removed] = await tx.delete(passkeys).where(isOwn).returning()
    if (removed === undefined) throw notFound()
    await recordPasskeyChange(work, { change: 'removed', owner: account, name: removed.name })
  })
}

/** Removes all passkeys of a locked account: another person may have added one. */
export async function removePasskeysOf(
  work: TransactionContext,
  owner: { id: string; username: string; fullName: string | null },
): Promise<void> {
  const removed = await work.tx.delete(passkeys).where(eq(passkeys.userId, owner.id)).returning()
  for (const { name } of removed) await recordPasskeyChange(work, { change: 'removed', owner, name })
}
