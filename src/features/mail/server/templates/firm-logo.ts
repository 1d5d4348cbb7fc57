import type { BrandingSettings } from '#features/brand/server/branding.ts'

/** Content id of the logo in a mail. */
export const LOGO_CID = 'logo@mail'

/** Maximum display size of a logo in pixels, as in the site's header. */
const MAX_SIZE = { width: 224, height: 44 }

/** The firm's logo for mails. */
export interface FirmLogo {
  content: Buffer
  /** Display size in pixels. */
  width: number
  height: number
}

/** The firm's logo, which is stored as PNG; null without one. */
export function firmLogo({ logoFile }: Pick<BrandingSettings, 'logoFile'>): FirmLogo | null {
  return logoFile && fitted(logoFile)
}

function fitted({ content, width, height }: FirmLogo): FirmLogo {
  const scale = Math.min(MAX_SIZE.width / width, MAX_SIZE.height / height, 1)
  return { content, width: Math.round(width * scale), height: Math.round(height * scale) }
}
