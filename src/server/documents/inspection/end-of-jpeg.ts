import { sharp } from './limited-sharp.ts'

/** The last marker of a JPEG (ITU-T T.81, table B.1). */
const END = Buffer.from([0xff, 0xd9])
/** What no picture asks for that has all its data; no bit of the one is like that of the other. */
const MORE_DATA = [0xaa, 0x55].map((byte) => Buffer.alloc(64, byte))
/** What follows 0xff among data. */
const STUFFING = Buffer.from([0x00])
/** As high as what a JPEG is made of, at most: libvips does not tell what is wrong with the last of it. */
const LAST_ROWS = 16

export function withEnd(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg, END])
}

/** Whether the last rows of a JPEG are the same whatever follows its data: otherwise some are missing. */
export async function hasLastRows(jpeg: Buffer): Promise<boolean> {
  const data = jpeg.at(-1) === 0xff ? Buffer.concat([jpeg, STUFFING]) : jpeg
  const rows = await lastRows(jpeg)
  // One after the other: of a large picture, each takes much memory.
  for (const more of MORE_DATA) {
    if (!rows.equals(await lastRows(Buffer.concat([data, more])))) return false
  }
  return true
}

async function lastRows(jpeg: Buffer): Promise<Buffer> {
  const picture = sharp(withEnd(jpeg), { failOn: 'none', limitInputPixels: false })
  const { width, height } = await picture.metadata()
  const rows = Math.min(LAST_ROWS, height)
  return picture
    .extract({ left: 0, top: height - rows, width, height: rows })
    .raw()
    .toBuffer()
}
