import { context, propagation, type Tracer } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Settings } from '#base/server/config/settings.ts'
import { VERSION } from '#base/server/version.ts'

const NAME = 'client-onboarding'
const EXPORT_EVERY_MS = 1000
const EXPORT_TIMEOUT_MS = 5000
/** Spans kept for a collector that is unreachable: a few megabytes. */
const MAX_WAITING = 4096
/** A server that stops does not wait longer for its collector. */
const STOP_TIMEOUT_MS = 2000

/** Spans of this process since it started: exported, or lost because the collector took none. */
export const spanCounts = { sent: 0, dropped: 0 }

interface Log {
  warn: (facts: object, message: string) => void
  info: (message: string) => void
}

/** What a server traces with; `tracer` is null where `OTLP_ENDPOINT` names no collector. */
export interface Tracing {
  tracer: Tracer | null
  /** Sends what is left. */
  stop: () => Promise<void>
}

/**
 * Starts sending traces to the OpenTelemetry collector of `OTLP_ENDPOINT`. The SDK is loaded only then. Spans are created
 * by hand (`span.ts`): instrumentation that hooks the module loader hangs on Node 24 (opentelemetry-js issue 6203).
 *
 * @param name this server's, as the log and the System tab have it
 */
export async function openTracer(
  { otlpEndpoint }: Pick<Settings, 'otlpEndpoint'>,
  name: string,
  log: Log,
): Promise<Tracing> {
  if (otlpEndpoint === undefined) return { tracer: null, stop: () => Promise.resolve() }
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { W3CTraceContextPropagator }, hooks] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
      import('@opentelemetry/context-async-hooks'),
    ])
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const url = `${otlpEndpoint.href.replace(/\/$/u, '')}/v1/traces`
  const exporter = watched(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), log)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': NAME,
      'service.version': VERSION,
      'service.instance.id': name,
    }),
    // A caller's flag does not decide what is recorded here.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        maxQueueSize: MAX_WAITING,
      }),
    ],
  })
  return {
    tracer: provider.getTracer(NAME, VERSION),
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(resolve, STOP_TIMEOUT_MS, undefined)
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

/** Counts what is exported; logs once when the collector cannot be reached, and once when it can be again. */
function watched(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        spanCounts[result.error === undefined ? 'sent' : 'dropped'] += spans.length
        if (result.error !== undefined && !isAway) log.warn({ err: result.error }, 'sending traces failed')
        if (result.error === undefined && isAway) log.info('sending traces works again')
        isAway = result.error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
