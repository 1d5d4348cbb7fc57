import type { BrandingSettings } from '#server/config/branding.ts'

/** What a template may say about the firm and its site. */
export interface MailSite {
  branding: BrandingSettings
  /** The site's address, without a slash at its end. */
  origin: string
}
