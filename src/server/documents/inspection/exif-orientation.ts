/** How a picture is to be turned and mirrored, 1 to 8 (Exif 2.32, tag 0x0112); 1 is as it is. */
export type Orientation = number

const UPRIGHT: Orientation = 1
const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/**
 * The orientation in Exif data, which is a TIFF without a picture (TIFF 6.0, section 2).
 *
 * @returns 1 where there is none, or none that can be read
 */
export function orientationIn(exif: Buffer): Orientation {
  const order = exif.toString('latin1', 0, 2)
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return UPRIGHT
  const [short, long] =
    order === 'II'
      ? [(at: number) => exif.readUInt16LE(at), (at: number) => exif.readUInt32LE(at)]
      : [(at: number) => exif.readUInt16BE(at), (at: number) => exif.readUInt32BE(at)]
  const directory = long(4)
  if (directory + 2 > exif.length) return UPRIGHT
  const first = directory + 2
  const whole = Math.floor((exif.length - first) / ENTRY_BYTES)
  for (let index = 0; index < Math.min(short(directory), whole); index += 1) {
    const entry = first + index * ENTRY_BYTES
    if (short(entry) !== ORIENTATION_TAG || short(entry + 2) !== SHORT) continue
    const orientation = short(entry + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : UPRIGHT
  }
  return UPRIGHT
}

/** Exif data that say how a picture is turned, and nothing else. */
export function exifOf(orientation: Orientation): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('MM\0*', 'latin1')
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(ORIENTATION_TAG, 10)
  exif.writeUInt16BE(SHORT, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}
