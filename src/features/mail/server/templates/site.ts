import type { Role } from '#features/access/rules/roles.ts'
import type { BrandingSettings } from '#features/brand/server/branding.ts'

/** Template context: the firm, its site, and the recipient. */
export interface MailSite {
  branding: BrandingSettings
  /** Whether due diligence tasks follow the submission. */
  hasDueDiligence: boolean
  /** The site's origin, without a trailing slash. */
  origin: string
  /** The recipient's address. */
  recipient: string
  /** The recipient's account; null if unknown. */
  reader: { name: string | null; role: Role; isUnconfirmed?: boolean } | null
  /** The wealth manager of a client who reads it; null for other readers, and without an active manager. */
  contact: { name: string; email: string; phone: string | null } | null
  /** The application's reference; null if the mail is about none. */
  reference: string | null
  /** Leaves placeholders as they are: a text for several readers. */
  keepsPlaceholders?: true
}
