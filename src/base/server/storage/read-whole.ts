import type { Readable } from 'node:stream'
import { tooLarge, tooShort } from './limit-bytes.ts'
import type { StoredObject } from './object-store.ts'

/**
 * Reads an object into a transferable buffer.
 *
 * @throws DomainError if its size differs from the store's
 */
export async function readWhole({ bytes, stream }: StoredObject): Promise<Buffer> {
  const whole = Buffer.from(new ArrayBuffer(bytes))
  let filled = 0
  for await (const chunk of chunksOf(stream)) {
    if (filled + chunk.length > bytes) throw tooLarge()
    whole.set(chunk, filled)
    filled += chunk.length
  }
  if (filled < bytes) throw tooShort()
  return whole
}

function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  return stream
}
