import { existsSync } from 'node:fs'
import path from 'node:path'
import type { BrandingSettings } from './branding.ts'
import { clientFolder } from './client-folder.ts'

/** The logo's file is in the firm's own folder, which no build changes, or in the built client, as in earlier versions. */
export type LogoSource = Pick<BrandingSettings, 'logoUrl' | 'logoFolder'> &
  Partial<Pick<BrandingSettings, 'logoFile'>>

/** The folder that contains the logo; null without such a file or without a logo. */
export function folderOfLogo({ logoUrl, logoFolder }: LogoSource, extension?: string): string | null {
  if (logoUrl === null) return null
  const name = extension === undefined ? logoUrl : logoUrl.replace(/\.\w+$/u, extension)
  return [logoFolder, clientFolder].find((folder) => existsSync(path.join(folder, name))) ?? null
}

/** What is wrong with the logo, and what to do; null if nothing is. */
export function logoProblem(source: LogoSource): string | null {
  const { logoUrl, logoFolder, logoFile } = source
  if (logoUrl === null || logoFile) return null
  if (folderOfLogo(source) === null)
    return `The logo is missing: put ${path.join(logoFolder, logoUrl)} there, or remove BRAND_LOGO_URL. Then restart.`
  if (folderOfLogo(source, '.png') === null) {
    const png = path.join(logoFolder, logoUrl.replace(/\.\w+$/u, '.png'))
    return `Mails show the firm's name instead of its logo: put a PNG of it at ${png}. Then restart.`
  }
  return null
}
