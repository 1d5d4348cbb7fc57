import { z } from 'zod'

/** What the server tells of itself to those who look after it. */
export interface MonitoringSettings {
  logLevel: string
  /** What Prometheus shows to read `/metrics`; undefined: there is no such address. */
  metricsToken: string | undefined
  /** The collector that traces are sent to; undefined: nothing is traced. */
  otlpEndpoint: URL | undefined
}

/** The variables that say so. */
export const monitoringVariables = z.object({
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/u, 'use at least 16 characters, and no spaces')
    .optional(),
  OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/u, error: 'use an address such as http://127.0.0.1:4318' })
    // `fetch` calls no address with a name or a password in it.
    .regex(/^[^@]*$/u, 'use an address without a name and a password')
    .optional(),
})

/** What the variables mean. */
export function toMonitoringSettings(env: z.infer<typeof monitoringVariables>): MonitoringSettings {
  return {
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    otlpEndpoint: env.OTLP_ENDPOINT === undefined ? undefined : new URL(env.OTLP_ENDPOINT),
  }
}
