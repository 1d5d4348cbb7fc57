import type { Settings } from '#server/config/settings.ts'
import type { MailSite } from './templates/site.ts'

/** The site that mails lead to: where people open it, or where a server without such a setting listens. */
export function siteOf({ branding, baseUrl, port }: Settings): MailSite {
  return { branding, origin: baseUrl?.origin ?? `http://localhost:${port}` }
}
