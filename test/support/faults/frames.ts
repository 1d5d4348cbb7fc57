/** One complete message of PostgreSQL's protocol. */
export interface Frame {
  /** One letter; empty for a client's first message, which has none. */
  type: string
  bytes: Buffer
}

const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Splits a byte stream into messages: a letter, a length that includes itself, and content. */
export function createFrameReader({
  beginsWithoutType,
}: {
  beginsWithoutType: boolean
}): (chunk: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0)
  let typeBytes = beginsWithoutType ? 0 : TYPE_BYTES
  const next = (): Frame | null => {
    if (rest.length < typeBytes + LENGTH_BYTES) return null
    const end = typeBytes + rest.readUInt32BE(typeBytes)
    if (rest.length < end) return null
    const bytes = rest.subarray(0, end)
    const type = bytes.toString('latin1', 0, typeBytes)
    rest = rest.subarray(end)
    typeBytes = TYPE_BYTES
    return { type, bytes }
  }
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const frames: Frame[] = []
    for (let frame = next(); frame !== null; frame = next()) frames.push(frame)
    return frames
  }
}
