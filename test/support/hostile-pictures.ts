import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { chunk, makePng } from './files.ts'
import { packedRun } from './packed-run.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const

/** A small version of a phone's photo: noise does not compress. */
export function makePhoto({ orientation }: { orientation?: number } = {}): Promise<Buffer> {
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: 'black', noise } })
  return (orientation === undefined ? photo : photo.withMetadata({ orientation })).jpeg().toBuffer()
}

/** A picture with a given size in its header and no content. */
export function makeClaim(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc(1000))
  return withChunks(makePng(), { header, rows })
}

/** A PNG whose text chunk inflates to a number of megabytes. */
export function makeTextBomb(megabytes: number): Buffer {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), packedRun('x', megabytes)])
  const png = makePng()
  return Buffer.concat([png.subarray(0, AFTER_HEADER), chunk('zTXt', text), png.subarray(AFTER_HEADER)])
}

/** An animated PNG. */
export function makeAnimation(frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const png = makePng()
  return Buffer.concat([png.subarray(0, AFTER_HEADER), chunk('acTL', control), png.subarray(AFTER_HEADER)])
}

const SIGNATURE_LENGTH = 8
const AFTER_HEADER = SIGNATURE_LENGTH + 12 + 13

function withChunks(png: Buffer, { header, rows }: { header: Buffer; rows: Buffer }): Buffer {
  const end = Buffer.alloc(0)
  return Buffer.concat([
    png.subarray(0, SIGNATURE_LENGTH),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', end),
  ])
}

/** A JPEG with stray bytes between two segments, which readers show with a warning. */
export async function makeStrayBytes(): Promise<Buffer> {
  const photo = await makePhoto()
  const afterFirst = 4 + photo.readUInt16BE(4)
  return Buffer.concat([photo.subarray(0, afterFirst), Buffer.alloc(3), photo.subarray(afterFirst)])
}
