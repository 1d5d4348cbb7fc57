import sharp from 'sharp'

/** A logo, redrawn as PNG. */
export interface RedrawnLogo {
  content: Uint8Array
  width: number
  height: number
}

/** Larger pictures are refused before they are decoded. */
const MAX_PIXELS = 4_000_000
const MIN_HEIGHT = 40
/** Sharp on screens of four times the pixels, and in print. */
const SIZE = { width: 900, height: 176 }
/** Dots per inch at which an SVG has the size that it names. */
const NATURAL_DENSITY = 72
const MAX_DENSITY = 2400
const FORMATS = new Set(['png', 'jpeg', 'webp', 'svg'])

/**
 * Redraws a logo: only pixels remain of what was sent, so nothing that a file hides reaches a browser.
 *
 * @returns `too-small` below 40 pixels of height
 * @throws the library's errors for what is no PNG, JPEG, WebP or SVG, or has too many pixels
 */
export async function redraw(bytes: Uint8Array): Promise<RedrawnLogo | 'too-small'> {
  const { format, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  if (!FORMATS.has(format) || pages > 1 || width * height > MAX_PIXELS)
    throw new Error('This is no logo that can be redrawn.')
  if (format !== 'svg' && height < MIN_HEIGHT) return 'too-small'
  const density = format === 'svg' ? densityFor(width, height) : NATURAL_DENSITY
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, density, failOn: 'error' })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, quality: 95, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}

/** Lines of an SVG are drawn at the size that is needed. */
function densityFor(width: number, height: number): number {
  const scale = Math.min(SIZE.width / width, SIZE.height / height)
  return Math.max(1, Math.min(MAX_DENSITY, NATURAL_DENSITY * scale))
}
