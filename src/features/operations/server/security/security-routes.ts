import type { securityEndpoints } from '#features/operations/api/security.ts'
import type { Handlers } from '#features/access/server/http/route.ts'
import { securityMetrics } from './security-figures.ts'
import { clearSuspiciousAddress } from '#features/sign-in/server/suspicious-addresses.ts'

/** The Security Dashboard (specification section 7). */
export const securityHandlers: Handlers<keyof typeof securityEndpoints> = {
  'GET /api/admin/security/metrics': ({ context, now }) => securityMetrics(context, now),

  'POST /api/admin/security/clear-suspicious-ip': (call) =>
    clearSuspiciousAddress(call, call.body.ip, call.keep),
}
