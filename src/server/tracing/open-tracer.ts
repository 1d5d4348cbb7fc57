import type { Settings } from '#server/config/settings.ts'
import { VERSION } from '#server/version.ts'
import { openOutlet } from './outlet.ts'
import { createTracer, type Tracer } from './tracer.ts'

/**
 * What begins traces, for as long as a server runs; null where `OTLP_ENDPOINT` names no collector.
 *
 * @param name this server's, as the log and System have it
 */
export function openTracer(
  { otlpEndpoint }: Pick<Settings, 'otlpEndpoint'>,
  name: string,
  log: Parameters<typeof openOutlet>[1]['log'],
): { tracer: Tracer | null; stop: () => Promise<void> } {
  if (otlpEndpoint === undefined) return { tracer: null, stop: () => Promise.resolve() }
  const outlet = openOutlet(otlpEndpoint, { sender: { version: VERSION, name }, log })
  return { tracer: createTracer(outlet), stop: outlet.stop }
}
