import { z } from 'zod'
import { healthNames } from '#domain/system/health.ts'
import { endpoints } from './endpoint.ts'

const timestamp = z.iso.datetime()
const figure = z.object({ label: z.string(), value: z.string() })

/** One part of the system, measured. */
const systemCheck = z.object({
  name: z.string(),
  title: z.string(),
  health: z.enum(healthNames),
  /** The one figure or sentence that says most. */
  summary: z.string(),
  /** Of the whole, 0 to 100, where the figure is a share of something. */
  percent: z.number().min(0).max(100).nullable(),
  figures: z.array(figure),
})

/** One protection of this deployment, as it is set and works now. */
const protection = z.object({
  name: z.string(),
  title: z.string(),
  /** `partly` protects less than it could; `off` does not protect. */
  state: z.enum(['on', 'partly', 'off']),
  /** What protects, or what to do. */
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

/** The state of the system and of its protections, for those who look after it. */
export const systemEndpoints = endpoints({
  'GET /api/system-admin/system': {
    summary: 'Show the state of the system, part by part, as measured within the last seconds',
    tag: 'Security',
    access: 'system.watch',
    answer: systemState,
  },
  'GET /api/system-admin/security': {
    summary: 'List what protects this deployment, and what does not',
    tag: 'Security',
    access: 'system.watch',
    answer: systemSecurity,
  },
})
