import { DomainError } from '#server/platform/domain-error.ts'

/** How much content there may be, in bytes. */
export interface ByteLimits {
  maxBytes: number
  /** Where the size is known beforehand: fewer are refused as well. */
  exactBytes?: number | undefined
}

/**
 * Lets content through and refuses it at the first byte above the limit, or at an end that comes too early. Holds
 * nothing back: of a hundred uploads at once, each further buffer on the way would be a hundred.
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

/** More bytes than an address or a store takes. */
export function tooLarge(): DomainError {
  return new DomainError(
    'too-large',
    'The file is larger than declared, so it was not accepted. Please try again.',
  )
}

/** Fewer bytes than were announced. */
export function tooShort(): DomainError {
  return new DomainError('invalid', 'The file arrived incomplete, so it was not accepted. Please try again.')
}
