import { z } from 'zod'
import { healthNames } from '#domain/system/health.ts'
import { endpoints } from './endpoint.ts'

const timestamp = z.iso.datetime()
const figure = z.object({ label: z.string(), value: z.string() })

/** One measured part of the system. */
const systemCheck = z.object({
  name: z.string(),
  title: z.string(),
  health: z.enum(healthNames),
  /** The key figure or sentence. */
  summary: z.string(),
  /** Percentage, 0 to 100, for ratios. */
  percent: z.number().min(0).max(100).nullable(),
  figures: z.array(figure),
})

/** One protection: its configured and effective state. */
const protection = z.object({
  name: z.string(),
  title: z.string(),
  /** `partly` protects less than possible; `off` does not protect. */
  state: z.enum(['on', 'partly', 'off']),
  /** What it protects against, or what to do. */
  detail: z.string(),
})

const systemState = z.object({
  /** The worst of the checks. */
  health: z.enum(healthNames),
  checkedAt: timestamp,
  checks: z.array(systemCheck),
})

export type SystemState = z.infer<typeof systemState>
export type SystemCheck = z.infer<typeof systemCheck>
export type Protection = z.infer<typeof protection>
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
