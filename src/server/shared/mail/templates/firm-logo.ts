import { readFileSync } from 'node:fs'
import path from 'node:path'
import { folderOfLogo, type LogoSource } from '#server/platform/config/logo.ts'

/** Content id of the logo in a mail. */
export const LOGO_CID = 'logo@mail'

/** Maximum display size of a logo in pixels, as in the site's header. */
const MAX_SIZE = { width: 224, height: 44 }

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Offsets of width and height in a PNG (PNG, section 11.2.2). */
const WIDTH_AT = 16
const HEIGHT_AT = 20
const HEAD_LENGTH = 24

/** The firm's logo for mails. */
export interface FirmLogo {
  content: Buffer
  /** Display size in pixels. */
  width: number
  height: number
}

const known = new Map<string, FirmLogo | null>()

/**
 * The firm's logo as PNG: the file itself, or the PNG beside an SVG, which mail programs do not render. Cached.
 *
 * @returns null without a logo or such a file: the site may be served by another server
 */
export function firmLogo(source: LogoSource): FirmLogo | null {
  if (source.logoFile) return fitted(source.logoFile)
  const folder = folderOfLogo(source, '.png')
  if (folder === null || source.logoUrl === null) return null
  const file = path.join(folder, source.logoUrl.replace(/\.\w+$/u, '.png'))
  const found = known.get(file)
  if (found !== undefined) return found
  const logo = measured(readFileSync(file))
  known.set(file, logo)
  return logo
}

function measured(content: Buffer): FirmLogo | null {
  const isPng =
    content.length > HEAD_LENGTH && content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)
  if (!isPng) return null
  const [width, height] = [content.readUInt32BE(WIDTH_AT), content.readUInt32BE(HEIGHT_AT)]
  return width === 0 || height === 0 ? null : fitted({ content, width, height })
}

function fitted({ content, width, height }: FirmLogo): FirmLogo {
  const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height, 1)
  return { content, width: Math.round(width * scale), height: Math.round(height * scale) }
}
