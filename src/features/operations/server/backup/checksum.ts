import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { isFileMissing } from '#base/server/storage/missing-file.ts'

/** A stream with the SHA-256 of its content. */
export interface Hashed {
  content: AsyncGenerator<Buffer>
  /** In hexadecimal, once the content was read to its end. */
  sum: () => string
}

/** Computes the SHA-256 of a stream while it is read. */
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

/** The SHA-256 of a file; null where it is missing. */
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
