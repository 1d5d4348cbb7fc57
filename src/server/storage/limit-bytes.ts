import { Transform } from 'node:stream'
import { Refusal } from '#server/refusal.ts'

/** What a stream may hold, in bytes. */
export interface ByteLimits {
  maxBytes: number
  /** Where the size is known beforehand: fewer are refused as well. */
  exactBytes?: number | undefined
}

/**
 * Lets a stream through and refuses it at the first byte above the limit, or at an end that comes too early.
 *
 * @throws Refusal too-large or invalid, as the stream's error
 */
export function limitBytes({ maxBytes, exactBytes }: ByteLimits): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > (exactBytes ?? maxBytes)) done(tooLarge())
      else done(null, chunk)
    },
    flush(done) {
      if (exactBytes !== undefined && bytes < exactBytes) done(tooShort())
      else done()
    },
  })
}

/** More bytes than an address or a store takes. */
export function tooLarge(): Refusal {
  return new Refusal(
    'too-large',
    'The file is larger than was announced, so it was not taken. Please try again.',
  )
}

/** Fewer bytes than were announced. */
export function tooShort(): Refusal {
  return new Refusal('invalid', 'The file did not arrive whole, so it was not taken. Please try again.')
}
