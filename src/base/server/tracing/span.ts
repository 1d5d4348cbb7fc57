import {
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api'
import { DomainError } from '#base/server/domain-error.ts'

/**
 * Every attribute that a span may carry: patterns, names from the source, counts and the request's id. Nothing about a
 * person has one.
 */
export interface SpanAttributes {
  'http.request.method'?: string
  'http.route'?: string
  'http.response.status_code'?: number
  /** Shown to the user with an error, and logged as `reqId`. */
  'onboarding.request_id'?: string
  'onboarding.job'?: string
  'onboarding.mail.template'?: string
  'onboarding.mail.outcome'?: string
  'db.system.name'?: 'postgresql'
  'db.query.summary'?: string
  'onboarding.store.kind'?: 'disk' | 's3'
  'error.type'?: string
}

/** What a span starts with. */
export interface SpanStart {
  name: string
  kind: SpanKind
  attributes: SpanAttributes
}

/** The tracer of the trace in progress: absent where nothing is traced. */
const TRACER = createContextKey('tracer')

/** Runs work inside a span, so that what it calls becomes part of it. */
export function withSpan<Result>(tracer: Tracer, span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active().setValue(TRACER, tracer), span), work)
}

/** Starts a trace, as a child of the caller's span where its `traceparent` header names one. */
export function startTrace(
  tracer: Tracer,
  { name, kind, attributes }: SpanStart,
  caller: Context = ROOT_CONTEXT,
): Span {
  return tracer.startSpan(name, { kind, attributes: { ...attributes } }, caller)
}

/** The context that request headers carry (W3C Trace Context). */
export function callerOf(headers: object): Context {
  return propagation.extract(ROOT_CONTEXT, headers)
}

/** Runs work as a trace of its own where `OTLP_ENDPOINT` is set, and plainly elsewhere. */
export async function traced<Result>(
  tracer: Tracer | null,
  start: SpanStart,
  work: (root?: Span) => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work()
  return runIn(tracer, startTrace(tracer, start), work)
}

/**
 * Runs work as a span of the trace in progress; outside of a trace it is only run.
 *
 * @param start a function where naming the span takes time
 */
export async function inSpan<Result>(
  start: SpanStart | (() => SpanStart),
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = context.active()
  const tracer = parent.getValue(TRACER) as Tracer | undefined
  if (tracer === undefined) return work()
  const { name, kind, attributes } = typeof start === 'function' ? start() : start
  return runIn(tracer, tracer.startSpan(name, { kind, attributes: { ...attributes } }, parent), work)
}

async function runIn<Result>(
  tracer: Tracer,
  span: Span,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  try {
    return await withSpan(tracer, span, () => work(span))
  } catch (error) {
    recordError(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed. An expected error is an answer, not a failure. */
function recordError(span: Span, error: unknown): void {
  if (error instanceof DomainError) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', errorType(error))
}

/** Marks the span in progress as failed, where there is one. */
export function recordErrorOnActiveSpan(error: unknown): void {
  const span = trace.getActiveSpan()
  if (span !== undefined) recordError(span, error)
}

/** The id of the trace in progress, for log lines. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** The `traceparent` header of an outgoing request; empty outside of a trace. */
export function traceHeaders(): { traceparent?: string } {
  const headers: { traceparent?: string } = {}
  propagation.inject(context.active(), headers)
  return headers
}

const CODE = /^(?:[A-Z][A-Z_]{2,39}|[\dA-Z]{5})$/u
const NAME = /^[A-Za-z]{1,60}$/u

/** An error's code (PostgreSQL's or the system's) or its class, never its message. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const cause = error.cause instanceof Error ? error.cause : error
  if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) return cause.code
  return NAME.test(cause.name) ? cause.name : 'Error'
}
