import { setTimeout as wait } from 'node:timers/promises'
import { WIDEST_LIMIT_BYTES } from '#domain/documents/kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { DomainError } from '#server/platform/domain-error.ts'
import { limitBytes, tooLarge, tooShort } from '#server/platform/storage/limit-bytes.ts'
import { claimUpload, noteSize, releaseUpload, type Addressed, type UploadRow } from './upload-addresses.ts'

/** Whom a silent database has kept waiting until now does not wait for it once more. */
const RELEASED_WITHIN_MS = 1000

/** A file on its way: what its sender says of it, and its content. */
export interface Arriving {
  contentType: string
  /** Undefined where the sender does not say. */
  bytes: number | undefined
  content: AsyncIterable<Buffer>
}

/**
 * Takes the file that is sent to an address of this server: of exactly the type and size that the address was given
 * for, once. What breaks off or is refused leaves nothing, and the address can be tried again.
 *
 * @throws DomainError as `claimUpload` does; wrong-type, too-large or invalid where the file is another one
 */
export async function receiveUpload(
  context: Context,
  { address, arriving, now }: { address: Addressed; arriving: Arriving; now: Date },
): Promise<void> {
  const upload = await claimUpload(context.database.db, address, { now, bytes: arriving.bytes })
  try {
    refuseOtherType(upload, arriving.contentType)
    refuseOtherSize(upload, arriving.bytes)
    const announced = upload.bytes ?? arriving.bytes
    const maxBytes = announced ?? WIDEST_LIMIT_BYTES
    const limited = limitBytes(arriving.content, { maxBytes, exactBytes: announced })
    const bytes = await context.store.put(upload.objectKey, limited, {
      maxBytes,
      contentType: arriving.contentType,
    })
    if (announced === undefined) await noteSize(context.database.db, upload.id, bytes)
  } catch (error) {
    const released = releaseUpload(context.database.db, upload).catch((err: unknown) =>
      context.log.warn({ err }, 'an address was not released'),
    )
    await Promise.race([released, wait(RELEASED_WITHIN_MS)])
    throw error
  }
}

function refuseOtherType(upload: UploadRow, contentType: string): void {
  if (upload.contentType !== null && upload.contentType !== contentType) {
    throw new DomainError(
      'wrong-type',
      'The file is not the type it was announced as, so it was not accepted.',
    )
  }
}

function refuseOtherSize(upload: UploadRow, bytes: number | undefined): void {
  if (bytes === undefined) return
  if (bytes > (upload.bytes ?? WIDEST_LIMIT_BYTES)) throw tooLarge()
  if (bytes < (upload.bytes ?? 1)) throw tooShort()
}
