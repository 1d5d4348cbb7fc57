import { readFileSync } from 'node:fs'
import type { BrandingSettings } from '#server/platform/config/branding.ts'
import { productFile } from '#server/platform/product-file.ts'
import { firmLogo, LOGO_CID } from './firm-logo.ts'

/** What the mark is called within a mail. */
export const EMBLEM_CID = 'emblem@mail'
/** On the screen, in pixels; the picture has twice as many. */
export const EMBLEM_SIZE = 44

let bytes: Buffer | undefined

/** What a mail carries for its HTML: programs load nothing from elsewhere before they are asked to, and no `data:` at all. */
export function attachmentsOf(html: string, { logoUrl }: Pick<BrandingSettings, 'logoUrl'>) {
  const logo = logoUrl === null ? null : firmLogo(logoUrl)
  if (logo !== null && html.includes(`cid:${LOGO_CID}`)) return [inline(LOGO_CID, 'logo.png', logo.content)]
  if (!html.includes(`cid:${EMBLEM_CID}`)) return []
  bytes ??= readFileSync(productFile('src/server/shared/mail/templates/emblem.png'))
  return [inline(EMBLEM_CID, 'emblem.png', bytes)]
}

function inline(cid: string, filename: string, content: Buffer) {
  return { cid, filename, content, contentType: 'image/png', contentDisposition: 'inline' as const }
}
