import heicDecode from 'heic-decode'
import type { Sharp } from 'sharp'
import type { ConvertedType } from '#domain/documents/file-types.ts'
import { MAX_PICTURE_PIXELS } from '#domain/documents/safety.ts'
import { LONGEST_EDGE, scalingPlan } from '#domain/documents/scaling-plan.ts'
import type { Finding } from './finding.ts'
import { sharp } from './limited-sharp.ts'

const WHITE = '#fff'
/**
 * What the decoder has room for (`start-inspector.ts`): all phones' photographs but those of 48 megapixels. Beyond it the
 * decoder would say that the file is damaged.
 */
const MAX_HEIC_PIXELS = 25_000_000

/** How each type that is converted is read: as one upright picture, or why not. */
const readers = {
  'image/heic': readHeic,
  'image/webp': readBySharp,
  'image/tiff': readBySharp,
} as const satisfies Record<ConvertedType, (bytes: Buffer) => Promise<Sharp | Finding>>

/**
 * Makes a JPEG of a picture that browsers or people's programs do not all show: upright, without anything but its
 * pixels, and scaled down as far as it has to be.
 *
 * @param maxBytes what the JPEG may take at most
 */
export async function convertPicture(
  bytes: Uint8Array,
  type: ConvertedType,
  maxBytes: number,
): Promise<Finding> {
  try {
    const picture = await readers[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if ('is' in picture) return picture
    const kept = await asJpeg(picture, maxBytes)
    return kept === null
      ? { is: 'too-many-pixels', most: null }
      : { is: 'taken', type: 'image/jpeg', downloadOnly: null, kept }
  } catch {
    return { is: 'broken', type }
  }
}

async function readBySharp(bytes: Buffer): Promise<Sharp | Finding> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false })
  const { width, height, pages = 1 } = await picture.metadata()
  // To keep the first page alone would lose the others without a word.
  if (pages > 1) return { is: 'several-pages' }
  if (width * height > MAX_PICTURE_PIXELS) return { is: 'too-many-pixels', most: MAX_PICTURE_PIXELS }
  return picture.autoOrient()
}

/** The first picture of the file, which is the one that phones show; libheif turns it as it was held. */
async function readHeic(buffer: Buffer): Promise<Sharp | Finding> {
  const pictures = await heicDecode.all({ buffer })
  try {
    const [first] = pictures
    if (first === undefined) return { is: 'broken', type: 'image/heic' }
    if (first.width * first.height > MAX_HEIC_PIXELS) return { is: 'too-many-pixels', most: MAX_HEIC_PIXELS }
    const { width, height, data } = await first.decode()
    return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
  } finally {
    pictures.dispose()
  }
}

async function asJpeg(picture: Sharp, maxBytes: number): Promise<Buffer | null> {
  const { data, info } = await picture
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
    // What is transparent would turn black.
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const step of scalingPlan({ width, height })) {
    const jpeg = await sharp(data, { raw: { width, height, channels } })
      .resize(step.width, step.height)
      .jpeg({ quality: Math.round(step.quality * 100) })
      .toBuffer()
    if (jpeg.length <= maxBytes) return jpeg
  }
  return null
}
