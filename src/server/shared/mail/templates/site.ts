import type { Role } from '#domain/users/roles.ts'
import type { BrandingSettings } from '#server/platform/config/branding.ts'

/** What a template may say about the firm and its site, and to whom it speaks. */
export interface MailSite {
  branding: BrandingSettings
  /** The site's address, without a slash at its end. */
  origin: string
  /** The address that the mail goes to. */
  recipient: string
  /** Who has the account that the mail goes to; null where nobody is known. */
  reader: { name: string | null; role: Role } | null
  /** The reference of the application that the mail is about; null where it is about none. */
  reference: string | null
}
