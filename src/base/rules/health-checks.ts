import { z } from 'zod'
import { healthNames } from '#base/rules/health.ts'

const figure = z.object({ label: z.string(), value: z.string() })

/** One measured part of the system. */
export const systemCheck = z.object({
  name: z.string(),
  title: z.string(),
  health: z.enum(healthNames),
  /** The key figure or sentence. */
  summary: z.string(),
  /** Whether the part is not set up here, and so protects nothing. */
  isAbsent: z.boolean(),
  /** Percentage, 0 to 100, for ratios. */
  percent: z.number().min(0).max(100).nullable(),
  figures: z.array(figure),
})

/** One protection: its configured and effective state. */
export const protection = z.object({
  name: z.string(),
  title: z.string(),
  /** `partly` protects less than possible; `off` does not protect. */
  state: z.enum(['on', 'partly', 'off']),
  /** What it protects against, or what to do. */
  detail: z.string(),
})
export type SystemCheck = z.infer<typeof systemCheck>
export type Protection = z.infer<typeof protection>
