import { readFileSync } from 'node:fs'
import type { BrandingSettings } from '#features/brand/server/branding.ts'
import { productFile } from '#base/server/product-file.ts'
import { firmLogo, LOGO_CID } from './firm-logo.ts'

/** Content id of the emblem in a mail. */
export const EMBLEM_CID = 'emblem@mail'
/** Display size in pixels; the image has twice as many. */
export const EMBLEM_SIZE = 44

let bytes: Buffer | undefined

/** Attachments for a mail's HTML: mail programs block remote images by default, and `data:` URLs always. */
export function attachmentsOf(html: string, branding: Pick<BrandingSettings, 'logoFile'>) {
  const logo = firmLogo(branding)
  if (logo !== null && html.includes(`cid:${LOGO_CID}`)) return [inline(LOGO_CID, 'logo.png', logo.content)]
  if (!html.includes(`cid:${EMBLEM_CID}`)) return []
  bytes ??= readFileSync(productFile('src/features/mail/server/templates/emblem.png'))
  return [inline(EMBLEM_CID, 'emblem.png', bytes)]
}

function inline(cid: string, filename: string, content: Buffer) {
  return { cid, filename, content, contentType: 'image/png', contentDisposition: 'inline' as const }
}
