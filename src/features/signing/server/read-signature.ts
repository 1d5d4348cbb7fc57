import type { SignatureView } from '#features/signing/api/signing.ts'
import { isUnreadable } from '#base/rules/files/safety.ts'
import { identifiedByTexts, signables } from '#features/signing/rules/signables.ts'
import type { Actor } from '#features/access/server/actor.ts'
import type { Context } from '#base/server/context.ts'
import { readableDocument, type DocumentRow } from '#features/documents/server/queries.ts'
import { notFound } from '#base/server/domain-error.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import { decryptSignerDetails } from './signer-details.ts'
import { signaturesOf, type SignatureRow } from './queries.ts'
import { runSealer } from './sealing/run-sealer.ts'
import type { IntactSeal } from './sealing/task.ts'
import { everyCertificate, presentStamp } from './verify.ts'

/**
 * How a document was signed on screen, and whether its seal is intact in the stored file; null for one that was not
 * signed here.
 *
 * @throws DomainError not-found for one that is missing, removed or out of the reader's scope
 */
export async function readSignature(
  context: Context,
  id: string,
  reader: Actor,
): Promise<SignatureView | null> {
  const { db } = context.database
  const document = await readableDocument(db, id, reader)
  if (document === null) throw notFound()
  const signature = (await signaturesOf(db, [id])).get(id)
  if (signature === undefined) return null
  const seal = await intactSealOf(context, document, signature)
  return {
    title: signables[signature.kind].title,
    version: signature.signedVersion,
    signedAt: signature.signedAt.toISOString(),
    ...presentStamp(context, signature, seal ?? { stampedAt: null }),
    seal: seal === null ? 'broken' : 'intact',
    identifiedBy: identifiedByTexts[signature.identifiedBy ?? 'password'],
    passkey: decryptSignerDetails(context.keyring, id, signature.particulars).passkey ?? null,
  }
}

/** Null where there is no seal, or none over the signed content. */
async function intactSealOf(
  context: Context,
  document: DocumentRow,
  { digest }: SignatureRow,
): Promise<IntactSeal | null> {
  if (isUnreadable(document.virusScan)) return null
  const object = await context.store.get(document.objectKey)
  if (object === null) return null
  const certificates = await everyCertificate(context)
  const outcome = await runSealer(await readWhole(object), { do: 'verify', certificates })
  const finding = 'finding' in outcome ? outcome.finding : null
  return finding?.is === 'intact' && finding.digest === digest ? finding : null
}
