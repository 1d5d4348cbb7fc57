import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { clientFolder } from '#server/platform/config/client-folder.ts'

/** What the logo is called within a mail. */
export const LOGO_CID = 'logo@mail'

/** The room that a logo has, in pixels of the screen: what the header of the site gives it. */
const MAX_SIZE = { width: 224, height: 44 }

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Where a PNG says how wide and how high it is (PNG, section 11.2.2). */
const WIDTH_AT = 16
const HEIGHT_AT = 20
const HEAD_LENGTH = 24

/** The firm's own logo as a mail carries it. */
export interface FirmLogo {
  content: Buffer
  /** On the screen, in pixels. */
  width: number
  height: number
}

const known = new Map<string, FirmLogo | null>()

/**
 * The PNG of the firm's logo: the file itself, or the PNG beside it, since mail programs draw no SVG. It is read once.
 *
 * @param logoUrl a path of this site, such as "/logo.svg"
 * @returns null where there is no such file: the site may be served by somebody else
 */
export function firmLogo(logoUrl: string, folder = clientFolder): FirmLogo | null {
  const file = path.join(folder, `${logoUrl.replace(/\.\w+$/u, '')}.png`)
  const found = known.get(file)
  if (found !== undefined) return found
  const logo = existsSync(file) ? measured(readFileSync(file)) : null
  known.set(file, logo)
  return logo
}

function measured(content: Buffer): FirmLogo | null {
  const isPng =
    content.length > HEAD_LENGTH && content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)
  if (!isPng) return null
  const [width, height] = [content.readUInt32BE(WIDTH_AT), content.readUInt32BE(HEIGHT_AT)]
  if (width === 0 || height === 0) return null
  const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height, 1)
  return { content, width: Math.round(width * scale), height: Math.round(height * scale) }
}
