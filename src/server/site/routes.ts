import type { siteEndpoints } from '#domain/api/site.ts'
import type { Handlers } from '#server/http/route.ts'
import { brandingOf } from './branding.ts'

/** What anyone may know about this site. */
export const siteHandlers: Handlers<keyof typeof siteEndpoints> = {
  'GET /api/branding': async ({ context }) => brandingOf(context.settings),
}
