import { deviceName } from '#features/sign-in/rules/device-name.ts'
import { levelOf, signables } from '#features/signing/rules/signables.ts'
import { lockApplicationOfClient } from '#features/applications/server/record/application-row.ts'
import { record } from '#features/audit/server/record.ts'
import { lockAccount } from '#features/sign-in/server/locked-account.ts'
import { consumeProof } from '#features/sign-in/server/own-proof.ts'
import { documentSignatures, sealCertificates } from '#features/signing/schema/signing-schema.ts'
import { bumpVersion } from '#features/applications/server/record/application-version.ts'
import { attachDocument, type StoredFile } from '#features/documents/server/attach.ts'
import { supersedePrevious, findTarget } from '#features/documents/server/document-target.ts'
import { faisLetterFor } from '#features/documents/server/queries.ts'
import { clearUp, dropUnattached } from '#features/documents/server/orphaned-files.ts'
import { DomainError } from '#base/server/domain-error.ts'
import {
  inTransaction,
  type CommandContext,
  type TransactionContext,
} from '#features/access/server/command-context.ts'
import { encryptJson } from '#base/server/db/encrypted-columns.ts'
import type { SignerDetails } from './signer-details.ts'
import { changedMeanwhile } from './ready.ts'
import type { Sealed } from './sealing/task.ts'
import type { AnswerIn, SignatureInProgress } from './signing.ts'
import { queueEvents } from '#features/applications/server/events/queue-events.ts'

/** A sealed and stored document, for a transaction to attach. */
export interface SealedSignature extends SignatureInProgress {
  sealed: Sealed
  stored: StoredFile
}

/**
 * Makes a sealed file the signed document of its application, replacing any earlier one. On refusal the file is
 * deleted.
 *
 * @throws DomainError conflict where the letter, the password or the application's status has changed meanwhile
 */
export async function attachOrDrop<Answer>(
  act: CommandContext,
  done: SealedSignature,
  answer: AnswerIn<Answer>,
): Promise<Answer> {
  const { context } = act
  try {
    return await inTransaction(act, async (work) => {
      await attach(work, done)
      return answer(work.tx, { documentId: done.documentId, level: levelOf(done.sealed) })
    })
  } catch (error) {
    // Only a DomainError guarantees a rollback; after any other error the cleanup job deletes an orphan.
    if (error instanceof DomainError)
      await clearUp(context, () => dropUnattached(context, done.stored.objectKey))
    throw error
  }
}

async function attach(work: TransactionContext, done: SealedSignature): Promise<void> {
  const { tx, context, actor, now } = work
  const { documentId, signing, ready, proof, sealed, stored } = done
  const account = await lockAccount(tx, actor.userId, 'share')
  const application = await lockApplicationOfClient(tx, context, actor.userId)
  const target = await findTarget(work, application, { kind: 'signedFais' })
  if (!(await consumeProof(work, account, proof))) {
    throw new DomainError(
      'conflict',
      'Your password or passkey has since been changed or used. Please sign again.',
    )
  }
  const { letter } = await faisLetterFor(tx, actor.userId)
  if (letter?.id !== ready.document.id) throw changedMeanwhile()
  const name = `${signables[signing.kind].title}, signed.pdf`
  const document = { id: documentId, applicationId: application.id, ownerId: actor.userId, name, ...stored }
  await attachDocument(work, { ...document, kind: 'signedFais' })
  await supersedePrevious(work, application.id, { target, by: documentId })
  await insertSignature(work, done)
  await record(work, 'document.signed', application.id, {
    documentId,
    signedDocumentId: letter.id,
    version: ready.version,
    sha256: letter.sha256,
    wording: signing.wording,
    level: levelOf(sealed),
  })
  await bumpVersion(tx, application.id, now)
  await queueEvents(work, {
    type: 'application.document_signed',
    applicationIds: [application.id],
    data: { documentId, kind: 'signedFais' },
  })
}

async function insertSignature(
  { tx, context, origin, now }: TransactionContext,
  done: SealedSignature,
): Promise<void> {
  const { documentId, signing, ready, proof, sealed } = done
  const evidence = proof.by === 'passkey' ? proof.passkey.evidence : null
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
    particulars: encryptJson(context.keyring, documentSignatures.particulars, documentId, {
      name: ready.signer.name,
      ip: origin.ip,
      device: deviceName(origin.userAgent),
      ...(evidence !== null && { passkey: evidence }),
    } satisfies SignerDetails),
    identifiedBy: proof.by === 'passkey' ? 'passkey' : null,
    openedAt: ready.openedAt,
    displayedAt: ready.displayedAt,
    signedAt: now,
    level: levelOf(sealed),
    certificate: fingerprint,
    digest: sealed.digest,
  })
}
