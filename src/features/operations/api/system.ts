import { z } from 'zod'
import { healthNames } from '#base/rules/health.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'
import { systemCheck, protection } from '#base/rules/health-checks.ts'

const systemState = z.object({
  /** The worst of the checks. */
  health: z.enum(healthNames),
  checkedAt: timestamp,
  checks: z.array(systemCheck),
})

export type SystemState = z.infer<typeof systemState>
export type SystemSecurity = z.infer<typeof systemSecurity>

const systemSecurity = z.object({
  protections: z.array(protection),
  failedLoginsLast24h: z.number().int().min(0),
  blockedAddresses: z.array(z.object({ address: z.string(), until: timestamp })),
})

/** System and protection status, for system administrators. */
export const systemEndpoints = endpoints({
  'GET /api/system-admin/system': {
    summary: 'Get the state of each part of the system, measured within the last few seconds',
    tag: 'Security',
    access: 'system.watch',
    answer: systemState,
  },
  'GET /api/system-admin/security': {
    summary: 'List the protections of this deployment and their state',
    tag: 'Security',
    access: 'system.watch',
    answer: systemSecurity,
  },
})

type SystemEndpoints = typeof systemEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends SystemEndpoints {}
}
