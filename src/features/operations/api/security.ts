import { z } from 'zod'
import { chainStateSchema } from '#features/audit/api.ts'
import { endpoints } from '#features/access/api/endpoint.ts'
import { healthNames } from '#base/rules/health.ts'
import { timestamp } from '#base/rules/api/timestamp.ts'

const count = z.number().int().min(0)
const ENTER_ADDRESS = 'Please enter an IP address'

/** Data of the Security Dashboard (specification section 3, "Security metrics"). */
const securityMetrics = z.object({
  /** Since the log began; `features/audit/rules/security/security-events.ts` lists them. */
  totalSecurityEvents: count,
  failedLoginsLast24h: count,
  suspiciousActivitiesLast24h: count,
  /** Users with an active session. */
  activeUsers: count,
  /** Within 24 hours, most attempts first. */
  topFailedIPs: z.array(z.object({ ip: z.string(), attempts: count })),
  systemStatus: z.enum(healthNames),
  /** Titles of the parts that are not healthy. */
  systemAttention: z.array(z.string()),
  lastUpdated: timestamp,
  /** By hour, oldest first; the last hour is not over yet. */
  failedLoginsByHour: z.array(z.object({ hour: timestamp, failed: count })),
  /** Addresses and IPv6 networks whose sign-ins are blocked now. */
  blockedAddresses: z.array(z.object({ address: z.string(), until: timestamp })),
  auditLog: chainStateSchema,
})

export type SecurityMetrics = z.infer<typeof securityMetrics>

/** Calls of the Security Dashboard (specification section 7). */
export const securityEndpoints = endpoints({
  'GET /api/admin/security/metrics': {
    summary: 'Get failed sign-ins, blocked addresses, other security metrics and system health',
    tag: 'Security',
    access: 'security.watch',
    answer: securityMetrics,
  },
  'POST /api/admin/security/clear-suspicious-ip': {
    summary: 'Unblock sign-ins from an address',
    tag: 'Security',
    access: 'security.clear-address',
    repeated: 'keyed',
    body: z.strictObject({
      ip: z
        .string(ENTER_ADDRESS)
        .trim()
        .min(1, ENTER_ADDRESS)
        .pipe(
          z.union([z.ipv4(), z.ipv6()], {
            error: 'Please enter one IP address, such as 192.0.2.10 or 2001:db8::1',
          }),
        ),
    }),
    /** `address`: the rate limit key, an address or its IPv6 network. */
    answer: z.object({ address: z.string(), wasBlocked: z.boolean() }),
  },
})

type SecurityEndpoints = typeof securityEndpoints
declare module '#base/rules/api/contract.ts' {
  interface Contract extends SecurityEndpoints {}
}
