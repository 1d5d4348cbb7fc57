import type { siteEndpoints } from '#domain/api/site.ts'
import type { Handlers } from '#server/http/route.ts'

/** What anyone may know about this site. */
export const siteHandlers: Handlers<keyof typeof siteEndpoints> = {
  'GET /api/branding': async ({ context }) => ({
    ...context.settings.branding,
    demo: context.settings.demo,
    selfRegistration: context.settings.selfRegistration,
  }),
}
