/** A stretch of a stream. */
export interface Piece {
  bytes: Buffer
  /** Counted from 0. */
  index: number
  last: boolean
}

/** Cuts a stream into pieces of one size; the last one is what remains, and may be empty. */
export async function* inPieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Piece> {
  let waiting: Buffer[] = []
  let length = 0
  let index = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    length += chunk.length
    // A full piece is held back until more follows: it may be the last.
    if (length <= size) continue
    let bytes = Buffer.concat(waiting)
    for (; bytes.length > size; bytes = bytes.subarray(size), index += 1) {
      yield { bytes: bytes.subarray(0, size), index, last: false }
    }
    waiting = [bytes]
    length = bytes.length
  }
  yield { bytes: Buffer.concat(waiting), index, last: true }
}
