import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/u) }),
])
const attributes = z
  .array(z.strictObject({ key: z.string(), value }))
  .transform((all) =>
    Object.fromEntries(all.map(({ key, value: held }) => [key, Object.values(held)[0] ?? ''])),
  )
const nanoseconds = z.string().regex(/^\d{19}$/u)
const spanSchema = z.strictObject({
  traceId: z.string().regex(/^[\da-f]{32}$/u),
  spanId: z.string().regex(/^[\da-f]{16}$/u),
  parentSpanId: z
    .string()
    .regex(/^[\da-f]{16}$/u)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.strictObject({ code: z.literal(2).optional() }),
})
const scopeSchema = z.strictObject({ name: z.string(), version: z.string() })
/** `ExportTraceServiceRequest` of opentelemetry-proto in its JSON form, as far as we use it; no field that it does not have. */
const exportSchema = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(z.strictObject({ scope: scopeSchema, spans: z.array(spanSchema) })),
    }),
  ),
})

/** A span, as it arrived. */
export type ArrivedSpan = z.infer<typeof spanSchema>

/** Somebody who takes traces as an OpenTelemetry collector does: OTLP over HTTP, in JSON. */
export interface Collector {
  endpoint: URL
  /** All that has arrived, in its order; throws where it was not OTLP. */
  spans: () => ArrivedSpan[]
  /** The same, as it came over the wire. */
  wire: () => string
  /** What it answers from now on. */
  answer: (how: (response: ServerResponse) => void) => void
  /** How often it was called. */
  asked: () => number
  close: () => Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const arrived: string[] = []
  let asked = 0
  const take = (response: ServerResponse): void => {
    response.writeHead(200).end('{}')
  }
  let answer = take
  const hear: RequestListener = (request, response) => {
    void text(request).then((body) => {
      asked += 1
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      if (answer === take) arrived.push(body)
      return answer(response)
    })
  }
  const server = createServer(hear).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const spansOf = (body: string) =>
    exportSchema
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  return {
    endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    spans: () => arrived.flatMap(spansOf),
    wire: () => arrived.join('\n'),
    answer(how) {
      answer = how
    },
    asked: () => asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
