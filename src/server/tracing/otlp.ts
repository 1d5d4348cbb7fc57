import type { Span } from './span.ts'

/** OTLP's own number for a span that failed. */
const ERROR = 2

/** Who sends: the same for every span. */
export interface Sender {
  /** The release. */
  version: string
  /** This server among others, as the log and System name it. */
  name: string
}

/** Spans as the collector takes them: OTLP 1.x in JSON, where ids are hexadecimal and large numbers texts. */
export function toOtlp(spans: readonly Span[], { version, name }: Sender) {
  const resource = {
    attributes: attributesOf({
      'service.name': 'client-onboarding',
      'service.version': version,
      'service.instance.id': name,
    }),
  }
  const scope = { name: 'client-onboarding', version }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }] }
}

function spanOf({ traceId, spanId, parentId, name, kind, startedAt, endedAt, facts, failed }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(facts),
    status: failed ? { code: ERROR } : {},
  }
}

function attributesOf(facts: Readonly<Record<string, string | number>> | Span['facts']) {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) },
  }))
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n)
}
