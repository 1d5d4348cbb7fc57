import { readFileSync } from 'node:fs'
import type { BrandingSettings } from '#server/config/branding.ts'

/** What the mark is called within a mail. */
export const EMBLEM_CID = 'emblem@mail'
/** On the screen, in pixels; the picture has twice as many. */
export const EMBLEM_SIZE = 44

let bytes: Buffer | undefined

/** Whether mails show the emblem: a firm with a logo of its own has another mark. */
export function showsEmblem({ logoUrl }: Pick<BrandingSettings, 'logoUrl'>): boolean {
  return logoUrl === null
}

/** What a mail carries for its HTML: programs load nothing from elsewhere before they are asked to, and no `data:` at all. */
export function attachmentsOf(html: string) {
  if (!html.includes(`cid:${EMBLEM_CID}`)) return []
  bytes ??= readFileSync(new URL('emblem.png', import.meta.url))
  return [
    {
      cid: EMBLEM_CID,
      filename: 'emblem.png',
      content: bytes,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    },
  ]
}
