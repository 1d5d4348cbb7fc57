import { tooMuchAtOnce } from '#base/server/concurrency/fair-share.ts'
import { createOwnerQueues } from '#base/server/concurrency/owner-queues.ts'
import type { Context } from '#base/server/context.ts'
import { newId } from '#base/server/db/id.ts'
import { storeFile } from '#features/documents/server/attach.ts'
import { editableApplicationOf } from '#features/applications/server/record/editable.ts'
import { documentsOfApplication } from '#features/documents/server/queries.ts'
import { inTransaction, type CommandContext } from '#features/access/server/command-context.ts'
import { attachOrDrop } from './keep-signed.ts'
import { signableOf, signaturesOf } from './queries.ts'
import { proveSigner, requireOwnName, requireReady } from './ready.ts'
import { sealLetter } from './seal-letter.ts'
import type { AnswerIn, Ready, Signed, Signing } from './signing.ts'

/** Requests of one client run one after another, so that a double click signs once. */
const perClient = createOwnerQueues({ width: 1, maxWaiting: 20, whenFull: tooMuchAtOnce })

/**
 * Signs the client's document: seals it with a certificate page, and stores it as the signed document. Repeated with
 * the same version and method, it returns the first result.
 *
 * @throws DomainError conflict (409) where it was not opened, has changed since, or cannot be signed on screen; invalid
 * (400) at the field; throttled (429) after five wrong passwords
 */
export async function signOnScreen<Answer>(
  act: CommandContext,
  signing: Signing,
  answer: AnswerIn<Answer>,
): Promise<Answer> {
  return perClient.run(act.actor.userId, () => sign(act, signing, answer))
}

async function sign<Answer>(
  act: CommandContext,
  signing: Signing,
  answer: AnswerIn<Answer>,
): Promise<Answer> {
  const { context, actor, now } = act
  await editableApplicationOf(act, 'signedFais')
  const state = await signableOf(context, signing.kind, actor, now)
  const ready = await requireReady(act, signing, state)
  const proof = await proveSigner(act, signing, ready)
  requireOwnName(signing, state)
  const known = await signedAlready(context, signing, ready)
  if (known !== null) return inTransaction(act, ({ tx }) => answer(tx, known))
  const documentId = newId()
  const signature = { documentId, signing, ready, proof }
  const sealed = await sealLetter(act, signature)
  const stored = await storeFile(
    context,
    {
      bytes: Buffer.from(sealed.bytes),
      contentType: 'application/pdf',
      downloadOnly: ready.document.downloadOnly,
      virusScan: 'not-scanned',
    },
    now,
  )
  const done = { ...signature, sealed, stored }
  return attachOrDrop(act, done, answer)
}

/** The signed document of this version, where it is current and was signed with the same method. */
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
