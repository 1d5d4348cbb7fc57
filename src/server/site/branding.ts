import type { Branding } from '#domain/api/site.ts'
import type { Settings } from '#server/config/settings.ts'

/** What anyone may know of the firm and of this deployment. */
export function brandingOf({ branding, demo, selfRegistration }: Settings): Branding {
  return { ...branding, demo, selfRegistration }
}
