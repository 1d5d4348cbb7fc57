import sharp from 'sharp'
import type { FileType } from '#domain/documents/kinds.ts'
import { MAX_PICTURE_PIXELS } from '#domain/documents/safety.ts'
import type { Finding } from './finding.ts'

type PictureType = Exclude<FileType, 'application/pdf'>

/** What sharp calls the types. */
const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png' } as const satisfies Record<PictureType, string>

// libvips reads dozens of formats, some by way of large libraries. It is left these two, from memory.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Every pixel is read on the way to a picture of this width and height, and few are kept. */
const THUMBNAIL = 16

/**
 * Decodes a picture, all of it. One that is cut short or damaged is refused; what readers only warn about (a profile
 * that is slightly off, stray bytes between segments) is not.
 */
export async function decodePicture(bytes: Uint8Array, type: PictureType): Promise<Finding> {
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false })
    const { format, width, height } = await picture.metadata()
    if (format !== formats[type]) return { is: 'broken', type }
    if (width * height > MAX_PICTURE_PIXELS) return { is: 'too-many-pixels' }
    await picture.resize(THUMBNAIL, THUMBNAIL, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer()
    return { is: 'taken', type, downloadOnly: null }
  } catch {
    return { is: 'broken', type }
  }
}
