import { randomBytes } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { accountName } from '#features/access/rules/account-name.ts'
import type { GivenProof } from '#features/access/api/own-proof.ts'
import type { PasskeyCreated } from '#features/access/api/passkey-answers.ts'
import { creationOptionsSchema, type PasskeyCreationOptions } from '#features/access/api/passkey-options.ts'
import type { OwnPasskey } from '#features/sign-in/api/passkeys.ts'
import { authenticatorName } from '#features/sign-in/rules/authenticator-names.ts'
import { deviceName } from '#features/sign-in/rules/device-name.ts'
import { isStaff } from '#features/access/rules/roles.ts'
import type { Transaction } from '#base/server/db/database.ts'
import { newId } from '#base/server/db/id.ts'
import { passkeys } from '#features/sign-in/schema/passkey-schema.ts'
import { users } from '#features/access/schema/tables.ts'
import { DomainError, signedOut } from '#base/server/domain-error.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import type { BrowserToken } from '../commands/begin-session.ts'
import { lockOwnAccount } from '../locked-account.ts'
import { consumeProof, proveOwner } from '../own-proof.ts'
import { hasSecondFactor, turnOnSecondFactor } from '../second-factor/first-factor.ts'
import { generateRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { consumeChallenge, drawChallenge, isChallenge, type ChallengePurpose } from './challenge.ts'
import { changeOfPasskeys, presentPasskey } from './manage.ts'
import { recordPasskeyChange } from './record-change.ts'
import { requireRelyingParty } from './relying-party.ts'
import { TIMEOUT_MS } from './request-options.ts'
import { browserHash, isOwnDevice } from './this-device.ts'
import { ALGORITHMS, webauthn } from './verify.ts'

const MAX_PASSKEYS = 10
const HANDLE_BYTES = 32
const NAME_LENGTH = 60

/** The challenge of an enrolment belongs to one user and session. */
function enrolmentOf({ userId, sessionId }: CommandContext['actor']): ChallengePurpose {
  return `enrol ${userId} ${sessionId}`
}

/**
 * Options for a new passkey, after proof. The user's handle is random: a device learns no id from it.
 *
 * @throws DomainError as `proveOwner`; conflict (409) where there are ten
 */
export async function enrolmentOptions(
  act: CommandContext,
  given: GivenProof,
): Promise<PasskeyCreationOptions> {
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
  const options = await generateRegistrationOptions({
    rpName: context.settings.branding.firmName,
    rpID: party.id,
    userID: new Uint8Array(handle),
    userName: username,
    userDisplayName: accountName({ fullName, username }),
    challenge: new Uint8Array(drawChallenge(context.keyring, enrolmentOf(act.actor), now)),
    attestationType: 'none',
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return creationOptionsSchema.parse(options)
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
 * Adds the passkey that a device made for an enrolment of this session. As the first second factor of staff it comes
 * with recovery codes, which are shown only once.
 *
 * @throws DomainError invalid (400) for an answer to another challenge or of another site; conflict (409) where there
 * are ten, or it is enrolled already
 */
export async function addPasskey(
  act: CommandContext,
  {
    response,
    name,
    browserToken,
  }: { response: PasskeyCreated; name: string | undefined; browserToken: BrowserToken },
): Promise<OwnPasskey & { recoveryCodes?: string[] }> {
  const made = await verifyCreated(act, response)
  const isFirst =
    isStaff(act.actor.role) && !(await hasSecondFactor(act.context.database.db, act.actor.userId))
  const drawn = isFirst ? await generateRecoveryCodes() : null
  const added = await inTransaction(act, async (work) => {
    const { tx, actor, now, origin } = work
    const account = await lockOwnAccount(tx, actor)
    await refuseTooMany(tx, actor.userId)
    const isFirstStill = isStaff(account.role) && account.secondFactorSince === null
    if (isFirstStill !== isFirst || !(await consumeChallenge(tx, made.challenge, now))) throw notMade()
    const row: typeof passkeys.$inferSelect = {
      id: newId(),
      userId: actor.userId,
      ...made.passkey,
      rpId: made.rpId,
      name: name ?? defaultName(made.passkey.aaguid, origin),
      browsers: browserToken !== null && isOwnDevice(response) ? [browserHash(browserToken)] : [],
      createdAt: now,
      lastUsedAt: null,
    }
    const inserted = await tx
      .insert(passkeys)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (inserted.length === 0) throw new DomainError('conflict', 'This passkey is set up already.')
    if (drawn !== null) await turnOnSecondFactor(work, drawn)
    await recordPasskeyChange(work, { change: 'added', owner: account, name: row.name, asFactor: isFirst })
    return row
  })
  return {
    ...presentPasskey(added, act.context.settings, browserToken),
    ...(drawn && { recoveryCodes: drawn.codes }),
  }
}

/** The password manager or device that made it, and otherwise the browser, which its owner may change. */
function defaultName(aaguid: string, { userAgent }: CommandContext['origin']): string {
  return authenticatorName(aaguid) ?? deviceName(userAgent).slice(0, NAME_LENGTH)
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
    return { challenge, passkey, rpId: party.id }
  } catch (cause) {
    throw cause instanceof DomainError ? cause : notMade()
  }
}

function notMade(): DomainError {
  const message = 'This passkey couldn’t be verified. Please start again.'
  return new DomainError('invalid', message, { errors: [{ path: 'response', message }] })
}
