import type { systemEndpoints } from '#features/operations/api/system.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { countFailedSignIns } from '#features/operations/server/security/security-figures.ts'
import { blockedAddresses } from '#features/sign-in/server/suspicious-addresses.ts'
import { systemHealth } from './health.ts'
import { findProtections } from './protections.ts'

/** The System and Security tabs of the console (decisions, "System tab", "Security tab"). */
export const systemHandlers: Handlers<keyof typeof systemEndpoints> = {
  'GET /api/system-admin/system': ({ context }) => systemHealth(context),

  'GET /api/system-admin/security': async ({ context, now }) => {
    const [protections, failed, blocked] = await Promise.all([
      findProtections(context),
      countFailedSignIns(context, now),
      blockedAddresses(context, now),
    ])
    return {
      protections,
      failedLoginsLast24h: failed,
      blockedAddresses: blocked.map(({ address, until }) => ({ address, until: until.toISOString() })),
    }
  },
}
