import type { Branding } from '#domain/api/site.ts'
import type { Settings } from '#server/config/settings.ts'
import { isOutboxShown, sendsEmail } from '#server/mail/outbox-page/is-shown.ts'

/** What anyone may know of the firm and of this deployment. */
export function brandingOf(settings: Settings): Branding {
  const { branding, demo, selfRegistration } = settings
  return {
    ...branding,
    demo,
    selfRegistration,
    sendsEmail: sendsEmail(settings),
    showsOutbox: isOutboxShown(settings),
  }
}
