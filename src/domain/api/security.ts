import { z } from 'zod'
import { chainStateSchema } from './audit-log.ts'
import { endpoints } from './endpoint.ts'
import { healthNames } from '#domain/system/health.ts'

const count = z.number().int().min(0)
const timestamp = z.iso.datetime()
const ENTER_ADDRESS = 'Please enter an IP address'

/** What the Security Dashboard shows (specification section 3, "Security metrics"). */
const securityMetrics = z.object({
  /** Since the log began: `domain/security/security-events.ts` says of what. */
  totalSecurityEvents: count,
  failedLoginsLast24h: count,
  suspiciousActivitiesLast24h: count,
  /** People with a session that goes on. */
  activeUsers: count,
  /** Within 24 hours, the most attempts first. */
  topFailedIPs: z.array(z.object({ ip: z.string(), attempts: count })),
  systemStatus: z.enum(healthNames),
  lastUpdated: timestamp,
  /** By the hour, the oldest first: each begins at `hour`, the last is not over yet. */
  failedLoginsByHour: z.array(z.object({ hour: timestamp, failed: count })),
  /** Addresses, and networks of IPv6, whose sign-ins are blocked just now. */
  blockedAddresses: z.array(z.object({ address: z.string(), until: timestamp })),
  auditLog: chainStateSchema,
})

export type SecurityMetrics = z.infer<typeof securityMetrics>

/** The calls of the Security Dashboard (specification section 7). */
export const securityEndpoints = endpoints({
  'GET /api/admin/security/metrics': {
    summary:
      'Show failed sign-ins, blocked addresses and other security figures, and whether the system is healthy',
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
    /** `address` is what the address was counted under: itself, or its network of IPv6. */
    answer: z.object({ address: z.string(), wasBlocked: z.boolean() }),
  },
})
