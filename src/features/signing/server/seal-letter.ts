import { deviceName } from '#features/sign-in/rules/device-name.ts'
import { maskedIdNumber } from '#features/signing/rules/names.ts'
import { identifiedByTexts, signables } from '#features/signing/rules/signables.ts'
import type { Context } from '#base/server/context.ts'
import { sha256Of } from '#features/documents/server/attach.ts'
import { originOf } from '#features/mail/server/template-context.ts'
import { DomainError } from '#base/server/domain-error.ts'
import type { Seal } from '#base/server/seal/seal.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import type { CommandContext } from '#features/access/server/command-context.ts'
import { runSealer } from './sealing/run-sealer.ts'
import type { CertificateFacts, Sealed } from './sealing/task.ts'
import type { SignatureInProgress } from './signing.ts'
import { reportUnsignable } from './unsignable.ts'
import { stampSeal } from './stamp-seal.ts'

function factsOf(
  { context: { settings }, actor, origin, now }: CommandContext,
  { documentId, signing, ready, proof }: SignatureInProgress,
): CertificateFacts {
  const { firmName, tagline, supportPhone, supportEmail } = settings.branding
  const { title, statements, statementsVersion: wording } = signables[signing.kind]
  const { document, version, signer, openedAt, displayedAt } = ready
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
    identifiedBy: identifiedByTexts[proof.by === 'passkey' ? 'passkey' : 'password'],
    ip: origin.ip,
    device: deviceName(origin.userAgent),
    openedAt,
    displayedAt,
    signedAt: now,
    signature,
    verifyAt: `${originOf(settings)}/verify`,
    timestamped: settings.sealTsaUrl !== undefined,
  }
}

/**
 * Seals a document in a separate process, which requests the signature from this one, and time-stamps the seal. A
 * missing time-stamp lowers the level, but does not prevent the signature.
 *
 * @throws DomainError conflict for a document that cannot be sealed, unavailable where it cannot be read
 */
export async function sealLetter(act: CommandContext, signature: SignatureInProgress): Promise<Sealed> {
  const { context } = act
  const { ready } = signature
  const facts = factsOf(act, signature)
  const object = await context.store.get(ready.document.objectKey)
  if (object === null)
    throw new DomainError('unavailable', 'We can’t open the letter right now. Please contact us.')
  const bytes = await readWhole(object)
  if (sha256Of(bytes) !== ready.document.sha256) {
    throw new Error('A stored letter is not as it was registered.')
  }
  const { certificate, chain, keyType } = ready.seal
  const outcome = await runSealer(
    bytes,
    { do: 'seal', facts, seal: { certificate, chain, keyType } },
    ({ data }) => ready.seal.sign(data),
  )
  if ('sealed' in outcome) return stampedIfPossible(context, outcome.sealed, ready.seal)
  const reason = 'undone' in outcome ? outcome.undone : 'It answered something else.'
  context.log.warn({ documentId: ready.document.id, reason }, 'sealing a letter failed')
  await reportUnsignable(act, { ...ready, unsignable: 'unsealable' })
  throw new DomainError(
    'conflict',
    'This letter can’t be signed on screen. Please download it, sign it on paper, and upload the signed copy. We’ve let your wealth manager know.',
  )
}

async function stampedIfPossible(context: Context, sealed: Sealed, seal: Seal): Promise<Sealed> {
  try {
    const stamped = await stampSeal(context, sealed, [seal.certificate])
    return typeof stamped === 'string' ? sealed : stamped
  } catch (error) {
    context.log.warn({ err: error }, 'timestamping a seal failed')
    return sealed
  }
}
