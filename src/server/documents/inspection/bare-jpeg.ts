import { exifOf, orientationIn } from './exif-orientation.ts'

/** Markers of a JPEG (ITU-T T.81, table B.1). */
const [END, COMMENT, STUFFED] = [0xd9, 0xfe, 0x00]
const [FIRST_RESTART, TEMPORARY] = [0xd0, 0x01]
const [FIRST_APPLICATION, EXIF_APPLICATION, LAST_APPLICATION] = [0xe0, 0xe1, 0xef]
const EXIF = 'Exif\0\0'

/** The segments of applications that decoders need for the pixels' colours and proportions, by what they begin with. */
const NEEDED: Readonly<Record<number, readonly string[]>> = {
  0xe0: ['JFIF\0'],
  0xe2: ['ICC_PROFILE\0'],
  0xee: ['Adobe'],
}

/**
 * A JPEG without all that cameras and programs write beside the picture: where it was taken (Exif, XMP, IPTC), by what
 * and whom, miniatures of it, comments, and whatever follows its end, such as a phone's second picture or film. What the
 * pixels depend on stays, byte for byte, and how it is to be turned.
 *
 * @param jpeg one that was decoded
 */
export function bareJpeg(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [jpeg.subarray(0, 2)]
  let isTurned = false
  let at = 2
  while (at < jpeg.length) {
    const marker = markerFrom(jpeg, at)
    if (marker === null) {
      kept.push(jpeg.subarray(at))
      break
    }
    // Stray bytes between two segments: decoders pass over them.
    kept.push(jpeg.subarray(at, marker.at))
    const end = endOfSegment(jpeg, marker)
    const segment = jpeg.subarray(marker.at, end)
    if (!isBeside(marker.code, segment)) kept.push(segment)
    else if (!isTurned) {
      const turned = turnIn(marker.code, segment)
      isTurned = turned !== null
      if (turned !== null) kept.push(turned)
    }
    at = end
    if (marker.code === END) break
  }
  return Buffer.concat(kept)
}

/** Whether the last marker is there. */
export function hasEnd(jpeg: Buffer): boolean {
  let marker = markerFrom(jpeg, 2)
  while (marker !== null && marker.code !== END) marker = markerFrom(jpeg, endOfSegment(jpeg, marker))
  return marker !== null
}

interface Marker {
  /** Where its 0xff stands. */
  at: number
  code: number
}

/** The next marker, as decoders look for it: within the data of a scan too, where 0xff is followed by 0 or a restart. */
function markerFrom(jpeg: Buffer, from: number): Marker | null {
  for (
    let at = jpeg.indexOf(0xff, from);
    at !== -1 && at + 1 < jpeg.length;
    at = jpeg.indexOf(0xff, at + 1)
  ) {
    const code = jpeg[at + 1] ?? STUFFED
    if (code !== STUFFED && code !== 0xff) return { at, code }
  }
  return null
}

function standsAlone(code: number): boolean {
  return code === TEMPORARY || (code >= FIRST_RESTART && code <= END)
}

function endOfSegment(jpeg: Buffer, { at, code }: Marker): number {
  if (standsAlone(code) || at + 4 > jpeg.length) return Math.min(at + 2, jpeg.length)
  return Math.min(at + 2 + jpeg.readUInt16BE(at + 2), jpeg.length)
}

function isBeside(code: number, segment: Buffer): boolean {
  if (code === COMMENT) return true
  if (code < FIRST_APPLICATION || code > LAST_APPLICATION) return false
  return !(NEEDED[code] ?? []).some((beginning) => beginsWith(segment, beginning))
}

function beginsWith(segment: Buffer, beginning: string): boolean {
  return segment.toString('latin1', 4, 4 + beginning.length) === beginning
}

/** What Exif data say of the orientation, as a segment of its own; null where that is nothing. */
function turnIn(code: number, segment: Buffer): Buffer | null {
  if (code !== EXIF_APPLICATION || !beginsWith(segment, EXIF)) return null
  const orientation = orientationIn(segment.subarray(4 + EXIF.length))
  if (orientation === 1) return null
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), exifOf(orientation)])
  const head = Buffer.from([0xff, EXIF_APPLICATION, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
