import type { StampView, Verdict } from '#features/signing/api/signing.ts'
import { initialsOf } from '#features/signing/rules/names.ts'
import { levelOf, signables } from '#features/signing/rules/signables.ts'
import type { Doer, Origin } from '#features/access/server/actor.ts'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import { autocommit, type CommandContext } from '#features/access/server/command-context.ts'
import { decryptSignerDetails } from './signer-details.ts'
import { certificatesUsed, signatureByDigest, type SignatureRow } from './queries.ts'
import { certificatesIn } from '#base/server/seal/seal.ts'
import { verifyForeign } from './sealing/run-sealer.ts'
import type { IntactSeal } from './sealing/task.ts'

const TOO_MANY = 'Too many documents were verified from your network.'

/** Counts a verification against the limit, before the document is read. @throws DomainError throttled (429) */
export async function countVerification(context: Context, origin: Origin): Promise<void> {
  await countWithin(context, ['verification', addressKey(origin.ip), TOO_MANY])
}

/**
 * Whether this firm sealed a document, and whether it is unchanged. For an intact one it returns what the document
 * itself states, but only initials of the signer.
 */
export async function verifyDocument(act: CommandContext<Doer | null>, bytes: Buffer): Promise<Verdict> {
  const { context } = act
  const { db } = context.database
  const certificates = await everyCertificate(context)
  const finding = await verifyForeign(bytes, certificates)
  const found = finding.is === 'intact' ? await signatureByDigest(db, finding.digest) : null
  await record(autocommit(act), 'document.verified', found?.applicationId ?? null, {
    documentId: found?.signature.documentId ?? null,
    verdict: finding.is,
  })
  if (finding.is !== 'intact' || found === null) return { is: finding.is, signature: null }
  const { signature } = found
  const { name } = decryptSignerDetails(context.keyring, signature.documentId, signature.particulars)
  return {
    is: 'intact',
    signature: {
      title: signables[signature.kind].title,
      version: signature.signedVersion,
      initials: initialsOf(name),
      signedAt: signature.signedAt.toISOString(),
      ...presentStamp(context, signature, finding),
    },
  }
}

/** A time-stamp in the file counts only if this firm requested it. */
export function presentStamp(
  { settings }: Pick<Context, 'settings'>,
  { level }: Pick<SignatureRow, 'level'>,
  { stampedAt }: Pick<IntactSeal, 'stampedAt'>,
): StampView {
  const counting = level === 'B-T' ? stampedAt : null
  return {
    level: levelOf({ stampedAt: counting }),
    stampedAt: counting?.toISOString() ?? null,
    stampIsComing: level === 'B-B' && settings.sealTsaUrl !== undefined,
  }
}

/** All certificates that this firm ever sealed with, DER. */
export async function everyCertificate({ database: { db } }: Context): Promise<Uint8Array[]> {
  const used = (await certificatesUsed(db)).map((pem) => certificatesIn(pem)[0])
  return used.flatMap((certificate) => (certificate === undefined ? [] : [Uint8Array.from(certificate.raw)]))
}
