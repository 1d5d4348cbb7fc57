import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { record } from '#features/audit/server/record.ts'
import type { Context } from '#base/server/context.ts'
import { documents } from '#features/access/schema/tables.ts'
import { documentSignatures } from '#features/signing/schema/signing-schema.ts'
import { storeFile } from '#features/documents/server/attach.ts'
import {
  attachObject,
  clearUp,
  dropUnattached,
  markForDeletion,
} from '#features/documents/server/orphaned-files.ts'
import { systemContext, inTransaction } from '#features/access/server/command-context.ts'
import { readWhole } from '#base/server/storage/read-whole.ts'
import { runSealer } from './sealing/run-sealer.ts'
import type { Sealed } from './sealing/task.ts'
import { stampSeal } from './stamp-seal.ts'
import { everyCertificate } from './verify.ts'

/** After so many unusable responses in a row, a server is not asked again in this run. */
const MAX_REFUSED = 20

/**
 * Time-stamps the seals that have none yet, the oldest first, until all are stamped or the server does not answer. The
 * stamped file is stored beside the original, and the document's reference is replaced atomically. Safe to interrupt,
 * and to run on several servers at once.
 *
 * @returns how many were stamped
 */
export async function stampPendingSeals(context: Context): Promise<number> {
  let [stamped, refused] = [0, 0]
  if (context.settings.sealTsaUrl === undefined) return stamped
  const certificates = await everyCertificate(context)
  let waiting = await nextWaiting(context, null)
  while (waiting !== null && refused < MAX_REFUSED) {
    const outcome = await stampStored(context, waiting, certificates)
    if (outcome === 'no-answer') break
    if (outcome === 'stamped') stamped += 1
    refused = outcome === 'refused' ? refused + 1 : 0
    waiting = await nextWaiting(context, waiting)
  }
  if (stamped > 0) context.log.info({ seals: stamped }, 'seals were timestamped later')
  return stamped
}

interface Waiting {
  id: string
  applicationId: string | null
  objectKey: string
  digest: string
}

async function nextWaiting({ database: { db } }: Context, after: Waiting | null): Promise<Waiting | null> {
  const [next] = await db
    .select({
      id: documents.id,
      applicationId: documents.applicationId,
      objectKey: documents.objectKey,
      digest: documentSignatures.digest,
    })
    .from(documentSignatures)
    .innerJoin(documents, eq(documents.id, documentSignatures.documentId))
    .where(
      and(
        eq(documentSignatures.level, 'B-B'),
        isNull(documents.removedAt),
        after === null ? undefined : gt(documents.id, after.id),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(1)
  return next ?? null
}

type StoredResult = 'stamped' | 'no-answer' | 'refused' | 'left'

/** Missing or changed files are skipped. */
async function stampStored(
  context: Context,
  waiting: Waiting,
  certificates: Uint8Array[],
): Promise<StoredResult> {
  const object = await context.store.get(waiting.objectKey)
  if (object === null) return 'left'
  const bytes = await readWhole(object)
  const outcome = await runSealer(bytes, { do: 'verify', certificates })
  const finding = 'finding' in outcome ? outcome.finding : null
  if (finding?.is !== 'intact' || finding.digest !== waiting.digest) {
    context.log.error({ documentId: waiting.id }, 'a sealed document has changed')
    return 'left'
  }
  const stamped = await stampSeal(context, { bytes, imprint: finding.imprint }, certificates)
  if (typeof stamped === 'string') return stamped
  return (await replace(context, waiting, stamped)) ? 'stamped' : 'left'
}

/** @returns whether the document was still the one that was stamped */
async function replace(context: Context, waiting: Waiting, { bytes }: Sealed): Promise<boolean> {
  const act = systemContext(context)
  const { now } = act
  const { objectKey, sha256 } = await storeFile(
    context,
    {
      bytes: Buffer.from(bytes),
      contentType: 'application/pdf',
      downloadOnly: null,
      virusScan: 'not-scanned',
    },
    now,
  )
  const moved = await inTransaction(act, async (work) => {
    const { tx } = work
    const rows = await tx
      .update(documents)
      .set({ objectKey, sha256 })
      .where(
        and(
          eq(documents.id, waiting.id),
          eq(documents.objectKey, waiting.objectKey),
          isNull(documents.removedAt),
        ),
      )
      .returning({ id: documents.id })
    if (rows.length === 0) return false
    await attachObject(tx, objectKey, now)
    await markForDeletion(tx, [waiting.objectKey], now)
    await tx
      .update(documentSignatures)
      .set({ level: 'B-T' })
      .where(eq(documentSignatures.documentId, waiting.id))
    const details = { documentId: waiting.id, sha256 }
    await record(work, 'document.time-stamped', waiting.applicationId, details)
    return true
  })
  if (!moved) await clearUp(context, () => dropUnattached(context, objectKey))
  return moved
}
