import { setTimeout as wait } from 'node:timers/promises'
import { WIDEST_LIMIT_BYTES } from '#features/applications/rules/documents/kinds.ts'
import type { Context } from '#base/server/context.ts'
import { DomainError } from '#base/server/domain-error.ts'
import { limitBytes, tooLarge, tooShort } from '#base/server/storage/limit-bytes.ts'
import { claimUpload, noteSize, releaseUpload, type Addressed, type UploadRow } from './upload-addresses.ts'

/** A request that a hanging database has delayed must not wait for it again. */
const RELEASED_WITHIN_MS = 1000

/** An upload in progress: its declared properties and its content. */
export interface Arriving {
  contentType: string
  /** Undefined where the client does not declare it. */
  bytes: number | undefined
  content: AsyncIterable<Buffer>
}

/**
 * Receives a file at an address of this server: once, with exactly the declared type and size. Interrupted or refused
 * uploads leave nothing, and the address can be retried.
 *
 * @throws DomainError as `claimUpload` does; wrong-type, too-large or invalid where the file differs
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
      context.log.warn({ err }, 'an upload address could not be released'),
    )
    await Promise.race([released, wait(RELEASED_WITHIN_MS)])
    throw error
  }
}

function refuseOtherType(upload: UploadRow, contentType: string): void {
  if (upload.contentType !== null && upload.contentType !== contentType) {
    throw new DomainError(
      'wrong-type',
      'The file isn’t of its declared type, so it was not accepted. Please upload it again.',
    )
  }
}

function refuseOtherSize(upload: UploadRow, bytes: number | undefined): void {
  if (bytes === undefined) return
  if (bytes > (upload.bytes ?? WIDEST_LIMIT_BYTES)) throw tooLarge()
  if (bytes < (upload.bytes ?? 1)) throw tooShort()
}
