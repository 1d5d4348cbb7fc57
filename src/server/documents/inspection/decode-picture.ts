import type { FileType } from '#domain/documents/file-types.ts'
import { MAX_PICTURE_PIXELS } from '#domain/documents/safety.ts'
import { bareJpeg, hasEnd } from './bare-jpeg.ts'
import { barePng } from './bare-png.ts'
import { hasLastRows, withEnd } from './end-of-jpeg.ts'
import type { Finding } from './finding.ts'
import { sharp } from './limited-sharp.ts'

type PictureType = Exclude<FileType, 'application/pdf'>

/** What sharp calls the types. */
const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png' } as const satisfies Record<PictureType, string>

/** A picture without what is written beside it. */
const bare = { 'image/jpeg': bareJpeg, 'image/png': barePng } as const satisfies Record<
  PictureType,
  (picture: Buffer) => Buffer
>

/** Every pixel is read on the way to a picture of this width and height, and few are kept. */
const THUMBNAIL = 16

/**
 * Decodes a picture, all of it. One that is cut short or damaged is refused; what readers only warn about (a profile
 * that is slightly off, stray bytes between segments) is not. A JPEG that lacks its last marker alone is kept with it.
 * What is kept is the picture alone, not where it was taken.
 */
export async function decodePicture(bytes: Uint8Array, type: PictureType): Promise<Finding> {
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type !== 'image/jpeg' || hasEnd(sent)) return decode(sent, type, 'error')
  const ended = withEnd(sent)
  // With an end all that readers have against missing data is a warning.
  const finding = await decode(ended, type, 'warning')
  if (finding.is !== 'taken') return finding
  return (await hasLastRows(sent)) ? { kept: ended, ...finding } : { is: 'broken', type }
}

async function decode(bytes: Buffer, type: PictureType, failOn: 'error' | 'warning'): Promise<Finding> {
  try {
    const picture = sharp(bytes, { failOn, limitInputPixels: false })
    const { format, width, height } = await picture.metadata()
    if (format !== formats[type]) return { is: 'broken', type }
    if (width * height > MAX_PICTURE_PIXELS) return { is: 'too-many-pixels', most: MAX_PICTURE_PIXELS }
    await picture.resize(THUMBNAIL, THUMBNAIL, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
    const kept = bare[type](bytes)
    return { is: 'taken', type, downloadOnly: null, ...(kept.length < bytes.length && { kept }) }
  } catch {
    return { is: 'broken', type }
  }
}
