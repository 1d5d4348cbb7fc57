import { DomainError } from '#base/server/domain-error.ts'

/** Size limits of content, in bytes. */
export interface ByteLimits {
  maxBytes: number
  /** If the size is known: less is rejected as well. */
  exactBytes?: number | undefined
}

/**
 * Passes content through, and fails at the first byte above the limit, or at an early end. No buffering, which would
 * add up for concurrent uploads.
 *
 * @throws DomainError too-large or invalid
 */
export async function* limitBytes(
  content: AsyncIterable<Buffer>,
  { maxBytes, exactBytes }: ByteLimits,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > (exactBytes ?? maxBytes)) throw tooLarge()
    yield chunk
  }
  if (exactBytes !== undefined && bytes < exactBytes) throw tooShort()
}

/** More bytes than an address or store accepts. */
export function tooLarge(): DomainError {
  return new DomainError(
    'too-large',
    'The file is larger than declared, so it was not accepted. Please try again.',
  )
}

/** Fewer bytes than announced. */
export function tooShort(): DomainError {
  return new DomainError('invalid', 'The file arrived incomplete, so it was not accepted. Please try again.')
}
