import { crc32 } from 'node:zlib'
import { exifOf, orientationIn } from './exif-orientation.ts'

const SIGNATURE_BYTES = 8
/** Length and type before a chunk's content, and a checksum after it. */
const [HEAD_BYTES, CHECKSUM_BYTES] = [8, 4]

/** The chunks that a picture's pixels depend on: those that every decoder needs, then transparency, colours, proportions. */
const NEEDED: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYS'.split(' '),
)

/**
 * A PNG without all that programs write beside the picture: where it was taken (Exif, XMP), texts, times, chunks of
 * their own, and whatever follows its end. What the pixels depend on stays, byte for byte, and how it is to be turned.
 *
 * @param png one that was decoded
 */
export function barePng(png: Buffer): Buffer {
  const kept: Buffer[] = [png.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + HEAD_BYTES <= png.length;) {
    const type = png.toString('latin1', at + 4, at + HEAD_BYTES)
    const end = Math.min(at + HEAD_BYTES + png.readUInt32BE(at) + CHECKSUM_BYTES, png.length)
    if (NEEDED.has(type)) kept.push(png.subarray(at, end))
    if (type === 'eXIf') kept.push(turnIn(png.subarray(at + HEAD_BYTES, end - CHECKSUM_BYTES)))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

/** What Exif data say of the orientation, as a chunk; nothing where they say nothing of it. */
function turnIn(exif: Buffer): Buffer {
  const orientation = orientationIn(exif)
  if (orientation === 1) return Buffer.alloc(0)
  const body = Buffer.concat([Buffer.from('eXIf'), exifOf(orientation)])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(CHECKSUM_BYTES)]
  length.writeUInt32BE(body.length - 4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
