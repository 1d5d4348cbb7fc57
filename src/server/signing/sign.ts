import { deviceName } from '#domain/auth/device-name.ts'
import type { SentSignature } from '#domain/api/signing.ts'
import { isSameName, maskedIdNumber } from '#domain/signing/names.ts'
import { signables, type SealLevel, type SignableName } from '#domain/signing/signables.ts'
import type { AuditDetails } from '#domain/audit/events.ts'
import type { Acting } from '#server/actor.ts'
import { lockApplicationOfClient } from '#server/applications/queries.ts'
import { appendAudit } from '#server/audit/append.ts'
import { refusedAt } from '#server/auth/password-rules.ts'
import { isPassword, nobodysHash } from '#server/auth/passwords.ts'
import { isStillPassword, passwordHashOf } from '#server/auth/user-passwords.ts'
import { createOneAtATime } from '#server/concurrency/one-at-a-time.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { documentSignatures, sealCertificates } from '#server/db/signing-schema.ts'
import { bumpVersion } from '#server/documents/application-version.ts'
import { attachDocument, sha256Of, storeFile, type StoredFile } from '#server/documents/attach.ts'
import { removeDocuments } from '#server/documents/commands.ts'
import { editableApplicationOf, requireEditable } from '#server/documents/editable.ts'
import { documentsOfApplication, faisLetterFor, type DocumentRow } from '#server/documents/queries.ts'
import { clearUp, dropUnattached } from '#server/documents/unattached.ts'
import { siteOf } from '#server/mail/site-of.ts'
import { Refusal } from '#server/refusal.ts'
import { attemptWithin } from '#server/security/throttle.ts'
import { readWhole } from '#server/storage/read-whole.ts'
import { sealParticulars } from './particulars.ts'
import { signableOf, signaturesOf, type SignableState } from './queries.ts'
import type { Seal } from './seal.ts'
import { runSealer } from './sealing/run-sealer.ts'
import type { CertificateFacts, Sealed } from './sealing/task.ts'
import { timestampOf } from './timestamp.ts'
import { refuseUnsignable } from './unsignable.ts'

/** A signature that somebody gives on the screen. */
export interface Signing {
  kind: SignableName
  /** Of the version that they read. */
  sha256: string
  signature: SentSignature
  wording: string
  statements: readonly true[]
  password: string
}

/** What came of it. */
export interface Signed {
  documentId: string
  level: SealLevel
}

/** Everything that goes on for one client waits for what went on before: a double click signs once. */
const perClient = createOneAtATime()

const TOO_MANY = 'The password was wrong too often.'

/**
 * Signs what a client is to sign now: seals it with a page that says who signed what, and keeps it as their signed
 * document. Done twice, with the same version and the same way of signing, it answers the first one's.
 *
 * @throws Refusal conflict (409) where it was not opened, has changed since, or cannot be signed on the screen; invalid
 *   (400) at the field; throttled (429) after five wrong passwords
 */
export async function signOnScreen(context: Context, signing: Signing, acting: Acting): Promise<Signed> {
  return perClient.run(acting.actor.userId, () => sign(context, signing, acting))
}

async function sign(context: Context, signing: Signing, acting: Acting): Promise<Signed> {
  const { db } = context.database
  await editableApplicationOf(db, acting.actor)
  const state = await signableOf(context, signing.kind, acting.actor, acting.now)
  const ready = await requireReady(context, signing, state, acting)
  const passwordHash = await provePassword(context, signing, { acting, ready })
  requireOwnName(signing, state)
  const known = await signedAlready(context, signing, ready)
  if (known !== null) return known
  const documentId = newId()
  const sealed = await seal(context, factsOf(context, { documentId, signing, ready, acting }), ready)
  const stored = await storeFile(
    context,
    {
      bytes: Buffer.from(sealed.bytes),
      contentType: 'application/pdf',
      downloadOnly: ready.document.downloadOnly,
      virusScan: 'not-scanned',
    },
    acting.now,
  )
  return attachOrDrop(context, { documentId, signing, ready, acting, passwordHash, sealed, stored })
}

/** A state in which there is something to sign, something to seal it with, and it was opened. */
interface Ready extends SignableState {
  document: DocumentRow
  openedAt: Date
  seal: Seal
}

async function requireReady(
  context: Context,
  { kind, sha256, wording, statements }: Signing,
  state: SignableState,
  acting: Acting,
): Promise<Ready> {
  const { seal } = context
  const { document, openedAt, unsignable } = state
  if (unsignable !== null || document === null || seal === null) {
    throw await refuseUnsignable(context, state, acting)
  }
  if (document.sha256 !== sha256) throw changedMeanwhile()
  if (openedAt === null) {
    throw new Refusal('conflict', 'You have not opened this letter yet. Please read it first, then sign it.')
  }
  const asked = signables[kind]
  if (asked.wording !== wording || asked.statements.length !== statements.length) {
    throw new Refusal('conflict', 'The statements that you confirm have changed. Please read them again.')
  }
  return { ...state, document, openedAt, seal }
}

function changedMeanwhile(): Refusal {
  return new Refusal(
    'conflict',
    'Your wealth manager has provided a new letter meanwhile. Please read the new one before you sign it.',
  )
}

interface Given {
  acting: Acting
  ready: Ready
}

/** @returns the hash of the password that was proved */
async function provePassword(
  context: Context,
  { password }: Signing,
  { acting, ready }: Given,
): Promise<string> {
  const { userId } = acting.actor
  return attemptWithin(context, ['signing', userId, TOO_MANY], async () => {
    const passwordHash = (await passwordHashOf(context.database.db, userId)) ?? nobodysHash
    if (await isPassword(password, passwordHash)) return passwordHash
    await recordFailure(context, 'wrong-password', { acting, ready })
    throw refusedAt('password', 'The password is not right')
  })
}

async function recordFailure(
  { database: { db } }: Context,
  reason: AuditDetails['document.sign-failed']['reason'],
  { acting: { actor, origin, now }, ready }: Given,
): Promise<void> {
  await appendAudit(db, {
    action: 'document.sign-failed',
    details: { documentId: ready.document.id, reason },
    actor,
    objectId: ready.applicationId,
    ip: origin.ip,
    at: now,
    success: false,
  })
}

function requireOwnName({ signature }: Signing, { signer }: SignableState): void {
  if (signature.by !== 'typing' || isSameName(signature.name, signer.name)) return
  throw refusedAt('signature.name', `Please type your full name as you gave it: ${signer.name}`)
}

/** What this very version was signed as a moment ago, where it is still the signed document and signed in the same way. */
async function signedAlready(
  { database: { db } }: Context,
  { signature }: Signing,
  { applicationId, document }: Ready,
): Promise<Signed | null> {
  const present = (await documentsOfApplication(db, applicationId)).filter((row) => row.kind === 'signedFais')
  const signatures = await signaturesOf(
    db,
    present.map(({ id }) => id),
  )
  const known = [...signatures.values()].find(
    (row) => row.signedDocumentId === document.id && row.by === signature.by,
  )
  return known === undefined ? null : { documentId: known.documentId, level: known.level }
}

interface Deed {
  documentId: string
  signing: Signing
  ready: Ready
  acting: Acting
}

function factsOf(
  { settings }: Context,
  { documentId, signing, ready, acting: { actor, origin, now } }: Deed,
): CertificateFacts {
  const { firmName, tagline, supportPhone, supportEmail } = settings.branding
  const { title, statements, wording } = signables[signing.kind]
  const { document, version, signer, openedAt } = ready
  const { signature } = signing
  return {
    documentId,
    firmName,
    tagline,
    contact: [supportPhone, supportEmail],
    title,
    version,
    sha256: document.sha256,
    bytes: document.bytes,
    name: signer.name,
    idNumber: signer.idNumber === null ? null : maskedIdNumber(signer.idNumber),
    email: actor.username,
    statements,
    wording,
    identifiedBy: 'Signed in to their own account, and gave its password again to sign',
    ip: origin.ip,
    device: deviceName(origin.userAgent),
    openedAt,
    signedAt: now,
    signature,
    verifyAt: `${siteOf(settings).origin}/verify`,
    timestamped: settings.sealTsaUrl !== undefined,
  }
}

/** Seals in a process of its own, which asks this one for the signature by the seal's key, and for the time-stamp. */
async function seal(context: Context, facts: CertificateFacts, ready: Ready): Promise<Sealed> {
  const object = await context.store.get(ready.document.objectKey)
  if (object === null) throw new Refusal('unavailable', 'The letter cannot be read just now. Please tell us.')
  const bytes = await readWhole(object)
  if (sha256Of(bytes) !== ready.document.sha256) {
    throw new Error('A stored letter is not as it was registered.')
  }
  const { certificate, chain, keyType } = ready.seal
  const outcome = await runSealer(
    bytes,
    { do: 'seal', facts, seal: { certificate, chain, keyType } },
    (wish) => (wish.wish === 'signature' ? ready.seal.sign(wish.data) : timestampOf(context, wish.data)),
  )
  if ('sealed' in outcome) return outcome.sealed
  const reason = 'unsealable' in outcome ? outcome.unsealable : 'It answered something else.'
  context.log.warn({ documentId: ready.document.id, reason }, 'a letter could not be sealed')
  throw new Refusal(
    'conflict',
    'This letter cannot be signed on the screen. Please download it, sign it on paper, and upload the signed copy.',
  )
}

interface Done extends Deed {
  passwordHash: string
  sealed: Sealed
  stored: StoredFile
}

async function attachOrDrop(context: Context, done: Done): Promise<Signed> {
  try {
    await context.database.db.transaction((tx) => attach(tx, context, done))
    return { documentId: done.documentId, level: done.sealed.level }
  } catch (error) {
    // Only a refusal is sure to have rolled back: what is not attached after a fault is swept.
    if (error instanceof Refusal) await clearUp(context, () => dropUnattached(context, done.stored.objectKey))
    throw error
  }
}

async function attach(tx: Transaction, context: Context, done: Done): Promise<void> {
  const { documentId, signing, ready, acting, passwordHash, sealed, stored } = done
  const { actor, origin, now } = acting
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  requireEditable(actor, 'document.add', application)
  if (!(await isStillPassword(tx, { userId: actor.userId, passwordHash }, 'share'))) {
    throw new Refusal('conflict', 'Your password was changed meanwhile. Please sign again with the new one.')
  }
  const { letter } = await faisLetterFor(tx, actor.userId)
  if (letter?.id !== ready.document.id) throw changedMeanwhile()
  const facts = { actor, ip: origin.ip, now }
  const present = await documentsOfApplication(tx, application.id)
  await removeDocuments(
    tx,
    present.filter(({ kind }) => kind === 'signedFais'),
    facts,
  )
  const name = `${signables[signing.kind].title}, signed.pdf`
  const document = { id: documentId, applicationId: application.id, ownerId: actor.userId, name, ...stored }
  const attached = await attachDocument(tx, { ...document, kind: 'signedFais' }, facts)
  if (attached === null) throw new Error('The id of a new document is taken.')
  await insertSignature(tx, context, done)
  await appendAudit(tx, {
    action: 'document.signed',
    details: {
      documentId,
      signedDocumentId: letter.id,
      version: ready.version,
      sha256: letter.sha256,
      wording: signing.wording,
      level: sealed.level,
    },
    actor,
    objectId: application.id,
    ip: origin.ip,
    at: now,
  })
  await bumpVersion(tx, application.id, now)
}

async function insertSignature(tx: Transaction, { keyring }: Context, done: Done): Promise<void> {
  const { documentId, signing, ready, acting, sealed } = done
  const { origin, now } = acting
  const { fingerprint, pem } = ready.seal
  await tx.insert(sealCertificates).values({ fingerprint, pem, firstUsedAt: now }).onConflictDoNothing()
  await tx.insert(documentSignatures).values({
    documentId,
    kind: signing.kind,
    signedDocumentId: ready.document.id,
    signedVersion: ready.version,
    signedSha256: ready.document.sha256,
    signedBytes: ready.document.bytes,
    wording: signing.wording,
    by: signing.signature.by,
    particulars: sealParticulars(keyring, documentId, {
      name: ready.signer.name,
      ip: origin.ip,
      device: deviceName(origin.userAgent),
    }),
    openedAt: ready.openedAt,
    signedAt: now,
    level: sealed.level,
    certificate: fingerprint,
    digest: sealed.digest,
  })
}
