import { deflateSync, crc32 } from 'node:zlib'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

/** The smallest picture that decoders accept as a JPEG: 1 by 1, grey. */
const SMALLEST_JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300' +
    '03020203020203030303040303040508050504040508' +
    '0a070706080c0a0c0c0b0a0b0b0d0e12100d0e110e0b0b1016101113141515150c0f171816141812141514' +
    'ffc0000b080001000101011100ffc40014000100000000000000000000000000000009' +
    'ffc40014100100000000000000000000000000000000ffda0008010100003f0054dfffd9',
  'hex',
)
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG_COMMENT = 0xfe
const LONGEST_SEGMENT = 65_533

/** A PDF of one page with a text; padded to a size in bytes if given. */
export async function makePdf({
  text = 'A document for tests',
  size,
}: { text?: string; size?: number } = {}) {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage().drawText(text, { x: 72, y: 720, size: 18, font })
  const bytes = Buffer.from(await document.save({ useObjectStreams: false }))
  if (size === undefined) return bytes
  // Bytes after the end of a PDF are a comment; readers look for the end within the last kilobyte.
  const marker = bytes.lastIndexOf('startxref')
  const filling = Buffer.alloc(size - bytes.length, 0x20)
  if (filling.length > 0) filling.write('%')
  if (filling.length > 1) filling.write('\n', filling.length - 1)
  return Buffer.concat([bytes.subarray(0, marker), filling, bytes.subarray(marker)])
}

/** A valid PDF without pages. */
export async function makeEmptyPdf(): Promise<Buffer> {
  const document = await PDFDocument.create()
  return Buffer.from(await document.save({ addDefaultPage: false }))
}

/** A grey picture of a given size; noise keeps it as large as a photo. */
export function makePng({
  size,
  width = 8,
  height = 8,
}: { size?: number; width?: number; height?: number } = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 0))
  const parts = [PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows)]
  const end = chunk('IEND', Buffer.alloc(0))
  const bytes = Buffer.concat([...parts, end])
  if (size === undefined) return bytes
  const filling = size - bytes.length - CHUNK_OVERHEAD
  return Buffer.concat([...parts, chunk('teSt', Buffer.alloc(filling)), end])
}

const CHUNK_OVERHEAD = 12

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A JPEG of one pixel, padded with comments to a size in bytes if given. */
export function makeJpeg({ size }: { size?: number } = {}): Buffer {
  if (size === undefined) return SMALLEST_JPEG
  const comments: Buffer[] = []
  for (let left = size - SMALLEST_JPEG.length; left > 0;) {
    // A segment has a header of four bytes, so the last but one leaves room for a complete one.
    const body = Math.min(LONGEST_SEGMENT, left - 4)
    const rest = left - 4 - body
    const length = rest > 0 && rest < 4 ? body - 4 : body
    comments.push(comment(length))
    left -= length + 4
  }
  return Buffer.concat([SMALLEST_JPEG.subarray(0, 2), ...comments, SMALLEST_JPEG.subarray(2)])
}

function comment(length: number): Buffer {
  const segment = Buffer.alloc(length + 4, 0x2e)
  segment.set([0xff, JPEG_COMMENT])
  segment.writeUInt16BE(length + 2, 2)
  return segment
}

/** A file of an accepted type, of an exact size in bytes if given. */
export async function makeFile(type: 'application/pdf' | 'image/jpeg' | 'image/png', size?: number) {
  if (type === 'application/pdf') return makePdf({ size })
  return type === 'image/jpeg' ? makeJpeg({ size }) : makePng({ size })
}
