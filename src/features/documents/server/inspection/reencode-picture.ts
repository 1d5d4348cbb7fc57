import libheif from 'libheif-js/wasm-bundle.js'
import type { Sharp } from 'sharp'
import type { SentType } from '#base/rules/files/file-types.ts'
import { MAX_PICTURE_PIXELS } from '#base/rules/files/safety.ts'
import { LONGEST_EDGE, scalingPlan } from '#features/documents/rules/scaling-plan.ts'
import type { Finding } from './finding.ts'
import { sharp } from './limited-sharp.ts'

type PictureType = Exclude<SentType, 'application/pdf'>

const WHITE = '#fff'
/** Hardly distinguishable from the original. Optimised coding would hold all coefficients in memory, for 3% less. */
const FULL_SIZE = { quality: 92, optimiseCoding: false } as const
/**
 * The memory limit of the decoder (`start-inspector.ts`): photos of all phones except those of 48 megapixels. Above it
 * the decoder would report a damaged file.
 */
const MAX_HEIC_PIXELS = 25_000_000

/** The last marker of a JPEG (ITU-T T.81, table B.1). */
const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** sharp's names of the types that it decodes. */
const formats = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
} as const satisfies Partial<Record<PictureType, string>>

/**
 * Re-encodes a picture upright, in sRGB and without metadata. JPEG and PNG keep their type and size where they fit;
 * everything else becomes a JPEG, scaled down to the limit. Truncated or damaged pictures are refused.
 *
 * @param maxBytes size limit of the new picture
 */
export async function reencodePicture(
  bytes: Uint8Array,
  type: PictureType,
  maxBytes: number,
): Promise<Finding> {
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return await reencode(sent, type, maxBytes, 'error')
  } catch {
    if (type !== 'image/jpeg') return { is: 'broken', type }
  }
  try {
    // Some programs omit the last marker. With it, missing data causes only a warning.
    return await reencode(Buffer.concat([sent, END_OF_JPEG]), type, maxBytes, 'warning')
  } catch {
    return { is: 'broken', type }
  }
}

type FailOn = 'error' | 'warning'

/** @throws Error where the picture cannot be decoded */
async function reencode(sent: Buffer, type: PictureType, maxBytes: number, failOn: FailOn): Promise<Finding> {
  const picture = type === 'image/heic' ? await readHeic(sent) : await readBySharp(sent, type, failOn)
  if ('is' in picture) return picture
  if (type === 'image/png') {
    const converted = await picture.clone().png().toBuffer()
    if (converted.length <= maxBytes) return { is: 'taken', type, downloadOnly: null, converted }
  }
  if (type === 'image/jpeg') {
    const converted = await picture.clone().jpeg(FULL_SIZE).toBuffer()
    if (converted.length <= maxBytes) return { is: 'taken', type, downloadOnly: null, converted }
  }
  const converted = await asSmallJpeg(picture, maxBytes)
  return converted === null
    ? { is: 'too-many-pixels', maxPixels: null }
    : { is: 'taken', type: 'image/jpeg', downloadOnly: null, converted }
}

async function readBySharp(
  sent: Buffer,
  type: keyof typeof formats,
  failOn: FailOn,
): Promise<Sharp | Finding> {
  const picture = sharp(sent, { failOn, limitInputPixels: false })
  const { format, width, height, space, pages = 1 } = await picture.metadata()
  if (format !== formats[type]) return { is: 'broken', type }
  // Keeping only the first page would lose the others silently.
  if (pages > 1) return { is: 'several-pages' }
  if (width * height > MAX_PICTURE_PIXELS) return { is: 'too-many-pixels', maxPixels: MAX_PICTURE_PIXELS }
  // In three channels a grey scan would be larger, and no better.
  return picture.autoOrient().toColourspace(space === 'b-w' ? 'b-w' : 'srgb')
}

/** The primary picture of the file, as phones show it; libheif rotates it upright. */
async function readHeic(bytes: Buffer): Promise<Sharp | Finding> {
  await libheif.ready
  const decoder = new libheif.HeifDecoder()
  const pictures = decoder.decode(bytes)
  try {
    const [first] = pictures
    if (first === undefined) return { is: 'broken', type: 'image/heic' }
    if (pictures.length > 1) return { is: 'several-pages' }
    const [width, height] = [first.get_width(), first.get_height()]
    if (width * height > MAX_HEIC_PIXELS) return { is: 'too-many-pixels', maxPixels: MAX_HEIC_PIXELS }
    const target = { width, height, data: new Uint8ClampedArray(width * height * 4) }
    const drawn = await new Promise<typeof target | null>((resolve) => first.display(target, resolve))
    if (drawn === null) return { is: 'broken', type: 'image/heic' }
    return sharp(drawn.data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
  } finally {
    for (const picture of pictures) picture.free()
    // Null for a file that is none of HEIC.
    decoder.decoder?.delete()
  }
}

async function asSmallJpeg(picture: Sharp, maxBytes: number): Promise<Buffer | null> {
  const { data, info } = await picture
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
    // Transparent areas would turn black.
    .flatten({ background: WHITE })
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
