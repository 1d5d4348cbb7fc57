/** A piece of a stream. */
export interface Piece {
  bytes: Buffer
  /** Counted from 0. */
  index: number
  last: boolean
}

/** Cuts a stream into pieces of one size; the last one is the rest, possibly empty. */
export async function* inPieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  const waiting: Buffer[] = []
  let length = 0
  let index = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    // A full piece is kept until more data arrives: it may be the last.
    for (length += chunk.length; length > size; length -= size, index += 1) {
      yield { bytes: take(waiting, size), index, last: false }
    }
  }
  yield { bytes: Buffer.concat(waiting), index, last: true }
}

/** Takes bytes from the front. Only data that spans several chunks is copied. */
function take(waiting: Buffer[], size: number): Buffer {
  const taken: Buffer[] = []
  let missing = size
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    taken.push(next.subarray(0, missing))
    if (next.length > missing) waiting.unshift(next.subarray(missing))
    missing -= Math.min(missing, next.length)
    if (missing === 0) break
  }
  const [first, ...others] = taken
  return first !== undefined && others.length === 0 ? first : Buffer.concat(taken)
}
