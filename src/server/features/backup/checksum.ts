import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { isFileMissing } from '#server/platform/storage/missing-file.ts'

/** Bytes on their way, with the SHA-256 of those that came by. */
export interface Hashed {
  content: AsyncGenerator<Buffer>
  /** In hexadecimal, once the content was read to its end. */
  sum: () => string
}

/** Takes the SHA-256 of a stream as it passes. */
export function hashed(source: AsyncIterable<Buffer>): Hashed {
  const hash = createHash('sha256')
  async function* content(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { content: content(), sum: () => hash.digest('hex') }
}

/** The SHA-256 of a file; null where there is none. */
export async function sha256OfFile(file: string): Promise<string | null> {
  try {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if (isFileMissing(error)) return null
    throw error
  }
}
