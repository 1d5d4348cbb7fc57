import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { Refusal } from '#server/refusal.ts'
import { writeTraceparent, type Place } from './traceparent.ts'

/**
 * All that a span may say, by name: nothing about a person has one. Values are patterns, names that stand in the source, counts, and
 * the number of the request.
 */
export interface Facts {
  'http.request.method'?: string
  'http.route'?: string
  'http.response.status_code'?: number
  /** What the screen tells the person to tell us, and what stands in the log (`reqId`). */
  'onboarding.request_id'?: string
  'onboarding.job'?: string
  'onboarding.mail.template'?: string
  'onboarding.mail.outcome'?: string
  'db.system.name'?: 'postgresql'
  'db.query.summary'?: string
  'onboarding.store.kind'?: 'disk' | 's3'
  'error.type'?: string
}

/** Whose side of a call it is, as OTLP numbers them. */
export const kinds = { inside: 1, server: 2, client: 3 } as const

/** What is measured of one piece of work. */
export interface Span extends Place {
  parentId: string | null
  name: string
  kind: (typeof kinds)[keyof typeof kinds]
  /** Milliseconds since 1970, by this machine's clock, to the microsecond. */
  startedAt: number
  endedAt: number
  facts: Facts
  failed: boolean
}

/** What a span begins with. */
export type Named = Pick<Span, 'name' | 'kind' | 'facts'>

/** What is under way: one request, one run of a job, one mail, and what it is made of. */
export interface Trace {
  root: Span
  ended: Span[]
  /** What there was no more room for. */
  dropped: number
}

/** One that does the work of thousands, an archive of everything say, is told of by its beginning. */
const MOST_SPANS = 500

const current = new AsyncLocalStorage<{ trace: Trace; span: Span }>()

/** Begins a span: a new trace's first, or a part of what a caller does. */
export function begin({ name, kind, facts }: Named, parent: Place | null): Span {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentId: parent?.spanId ?? null,
    name,
    kind,
    startedAt: moment(),
    endedAt: 0,
    facts,
    failed: false,
  }
}

/** Ends a span: now. */
export function end(span: Span): void {
  span.endedAt = moment()
}

/** Says of a span what it failed with. What we refuse in words is an answer, and no fault. */
export function noteFault(span: Span, error: unknown): void {
  if (error instanceof Refusal) return
  span.failed = true
  span.facts['error.type'] = kindOf(error)
}

/** The same of what is under way now, by whoever answers for it. */
export function noteFaultHere(error: unknown): void {
  const above = current.getStore()
  if (above !== undefined) noteFault(above.span, error)
}

/** Does work as the first of a trace: what it calls is a part of it. */
export function asRoot<Result>(trace: Trace, work: () => Result): Result {
  return current.run({ trace, span: trace.root }, work)
}

/**
 * Does a part of what is traced, and measures it; work that belongs to no trace is done, and nothing else.
 *
 * @param named what it is called; a function where saying so takes time
 */
export async function inSpan<Result>(
  named: Named | (() => Named),
  work: () => Promise<Result>,
): Promise<Result> {
  const above = current.getStore()
  if (above === undefined) return work()
  const { trace } = above
  const span = begin(typeof named === 'function' ? named() : named, above.span)
  try {
    return await current.run({ trace, span }, work)
  } catch (error) {
    noteFault(span, error)
    throw error
  } finally {
    end(span)
    if (trace.ended.length < MOST_SPANS) trace.ended.push(span)
    else trace.dropped += 1
  }
}

/** Where what is done now belongs, for a line of the log; null where nothing is traced. */
export function placeNow(): Place | null {
  return current.getStore()?.span ?? null
}

/** What somebody outside is told, beside what we ask of them, of where it belongs: a header, or none. */
export function traceHeaders(): { traceparent?: string } {
  const place = placeNow()
  return place === null ? {} : { traceparent: writeTraceparent(place) }
}

const CODE = /^(?:[A-Z][A-Z_]{2,39}|[\dA-Z]{5})$/u
const NAME = /^[A-Za-z]{1,60}$/u

/** The kind of a fault: its code (that of PostgreSQL or of the system), or what its class is called. Never its message. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const told = error.cause instanceof Error ? error.cause : error
  if ('code' in told && typeof told.code === 'string' && CODE.test(told.code)) return told.code
  return NAME.test(told.name) ? told.name : 'Error'
}

function moment(): number {
  return performance.timeOrigin + performance.now()
}
