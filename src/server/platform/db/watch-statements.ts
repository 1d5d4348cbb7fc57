import { SpanKind } from '@opentelemetry/api'
import { inSpan, type SpanStart } from '#server/platform/tracing/span.ts'
import type { Sending } from './database.ts'

/** The query builder quotes only the tables of its statements. */
const BUILT =
  /^\s*(?:with .*? as \(.*?\) )?(?<verb>select|insert|update|delete)\b.*?\b(?:from|into|update) "(?<table>\w{1,63})"/isu
const VERB = /^\s*(?<verb>[a-z]{1,12})\b/iu

/**
 * Traces each statement by name, never by value. A pool passes statements on to a connection with a callback; these are
 * traced already.
 */
export function watchStatements(sending: Sending): void {
  sending.query = new Proxy(sending.query, {
    apply(query, self, given: unknown[]): unknown {
      const send = (): unknown => Reflect.apply(query, self, given)
      if (typeof given.at(-1) === 'function') return send()
      return inSpan(
        () => named(given[0]),
        async () => send(),
      )
    },
  })
}

function named(statement: unknown): SpanStart {
  const name = summaryOf(statement)
  return {
    name,
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
  }
}

/** Name of a statement: its own, or verb and table. */
function summaryOf(statement: unknown): string {
  if (typeof statement === 'object' && statement !== null) {
    if ('name' in statement && typeof statement.name === 'string') return statement.name
    if ('text' in statement) return summaryOf(statement.text)
  }
  if (typeof statement !== 'string') return 'statement'
  const { verb, table } = (BUILT.exec(statement) ?? VERB.exec(statement))?.groups ?? {}
  if (verb === undefined) return 'statement'
  return [verb.toLowerCase(), table].filter((word) => word !== undefined).join(' ')
}
