import type { siteEndpoints } from '#features/brand/api.ts'
import { addressKey } from '#base/server/throttling/address-key.ts'
import { countWithin } from '#base/server/throttling/throttle.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { brandingOf } from './branding.ts'

/** Public routes of this site. */
export const siteHandlers: Handlers<keyof typeof siteEndpoints> = {
  'POST /api/broken-pages': async ({ context, origin, request, body }) => {
    await countWithin(context, ['brokenPages', addressKey(origin.ip), 'Thank you for reporting this.'])
    request.log.error({ broken: body }, 'a page failed in a browser')
    return { number: request.id }
  },
  'GET /api/branding': async ({ context }) => brandingOf(context.settings),
}
