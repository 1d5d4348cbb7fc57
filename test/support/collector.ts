import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const value = z
  .object({ stringValue: z.string(), intValue: z.union([z.string(), z.int()]) })
  .partial()
  .transform(({ stringValue, intValue }) => stringValue ?? String(intValue))
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((all) => Object.fromEntries(all.map(({ key, value: content }) => [key, content])))
const nanoseconds = z.string().regex(/^\d{19}$/u)
const spanSchema = z.object({
  traceId: z.string().regex(/^[\da-f]{32}$/u),
  spanId: z.string().regex(/^[\da-f]{16}$/u),
  parentSpanId: z.string().optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.object({ code: z.int() }),
})
/** `ExportTraceServiceRequest` of opentelemetry-proto in JSON, as far as tests read it. */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(spanSchema) })),
    }),
  ),
})

/** A received span. */
export type ArrivedSpan = z.infer<typeof spanSchema>

/** An OpenTelemetry collector: OTLP over HTTP, in JSON. */
export interface Collector {
  endpoint: URL
  /** Everything received, in order; throws for invalid OTLP. */
  spans: () => ArrivedSpan[]
  /** The raw requests. */
  wire: () => string
  /** Sets the response to later requests. */
  answer: (how: (response: ServerResponse) => void) => void
  /** The number of requests. */
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
  const onOutput: RequestListener = (request, response) => {
    void text(request).then((body) => {
      asked += 1
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      if (answer === take) arrived.push(body)
      return answer(response)
    })
  }
  const server = createServer(onOutput).listen(0, '127.0.0.1')
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
