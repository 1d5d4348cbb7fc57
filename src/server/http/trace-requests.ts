import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tracer } from '#server/tracing/tracer.ts'
import { asRoot, kinds, type Trace } from '#server/tracing/span.ts'
import { toldRoute } from '#server/tracing/told-route.ts'
import { readTraceparent } from '#server/tracing/traceparent.ts'

/**
 * Makes a trace of every call, from its first byte until its answer is out or its caller gone: by its route's pattern, whichever object
 * it was about. Where nothing is traced, nothing is added to a request.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer | null): void {
  if (tracer === null) return
  const traces = new WeakMap<FastifyRequest, Trace>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = toldRoute(request.routeOptions.url)
    if (route !== null) {
      const trace = open(tracer, request, route)
      traces.set(request, trace)
      reply.raw.once('close', () => close(tracer, trace, reply))
    }
    done()
  })
  // The body comes by events that know nothing of who waits for it: what the handler does is a part of the trace from here.
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = traces.get(request)
    if (trace === undefined) done()
    else asRoot(trace, done)
  })
}

function open(tracer: Tracer, { method, id, headers }: FastifyRequest, route: string): Trace {
  const facts = { 'http.request.method': method, 'http.route': route, 'onboarding.request_id': id }
  return tracer.open(
    { name: `${method} ${route}`, kind: kinds.server, facts },
    readTraceparent(headers['traceparent']),
  )
}

function close(tracer: Tracer, trace: Trace, { statusCode, raw }: FastifyReply): void {
  const { root } = trace
  // Who is gone before the answer got none.
  if (raw.headersSent) root.facts['http.response.status_code'] = statusCode
  root.failed ||= raw.headersSent && statusCode >= 500
  tracer.close(trace)
}
