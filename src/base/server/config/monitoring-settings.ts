import { z } from 'zod'

/** Metrics and tracing settings. */
export interface MonitoringSettings {
  logLevel: string
  /** Bearer token for `/metrics`; undefined: no such path. */
  metricsToken: string | undefined
  /** OpenTelemetry collector for traces; undefined: no tracing. */
  otlpEndpoint: URL | undefined
}

/** Their environment variables. */
export const monitoringVariables = z.object({
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'how much the server logs, as JSON on standard output' }),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/u, 'use at least 16 characters, and no spaces')
    .optional()
    .meta({ description: 'the token for `/metrics`; without it there is no such address' }),
  OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/u, error: 'use an address such as http://127.0.0.1:4318' })
    // `fetch` rejects URLs with credentials.
    .regex(/^[^@]*$/u, 'use an address without a name and a password')
    .optional()
    .meta({
      description: 'the collector that [traces](run.md#traces) are sent to; without it nothing is traced',
    }),
})

/** The settings from the variables. */
export function toMonitoringSettings(env: z.infer<typeof monitoringVariables>): MonitoringSettings {
  return {
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    otlpEndpoint: env.OTLP_ENDPOINT === undefined ? undefined : new URL(env.OTLP_ENDPOINT),
  }
}
