import { SpanKind, SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, startTrace, withSpan } from '#base/server/tracing/span.ts'
import { routeLabel } from '#base/server/tracing/route-label.ts'

/**
 * Traces every call from its first byte until the response is sent or the client disconnects, named by its route
 * pattern. Adds nothing while tracing is off.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer | null): void {
  if (tracer === null) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeLabel(request.routeOptions.url)
    if (route !== null) {
      const span = start(tracer, request, route)
      spans.set(request, span)
      reply.raw.once('close', () => end(span, reply))
    }
    done()
  })
  // Body events arrive outside the span's context: the handler runs inside it from here.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else withSpan(tracer, span, done)
  })
}

function start(tracer: Tracer, { method, id, headers }: FastifyRequest, route: string): Span {
  const attributes = { 'http.request.method': method, 'http.route': route, 'onboarding.request_id': id }
  return startTrace(
    tracer,
    { name: `${method} ${route}`, kind: SpanKind.SERVER, attributes },
    callerOf(headers),
  )
}

function end(span: Span, { statusCode, raw }: FastifyReply): void {
  // A client that disconnected early got no response.
  if (raw.headersSent) span.setAttribute('http.response.status_code', statusCode)
  if (raw.headersSent && statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
