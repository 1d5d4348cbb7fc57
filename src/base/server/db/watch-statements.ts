import { SpanKind } from '@opentelemetry/api'
import { inSpan, type SpanStart } from '#base/server/tracing/span.ts'
import type { Sending } from './database.ts'

const VERB = /^\s*(?<verb>[a-z]{1,12})\b/iu
/** What follows the named queries of a statement that begins with them. */
const AFTER_WITH = /\) (?<verb>select|insert|update|delete)\b/iu
/** The query builder quotes only the tables of its statements. */
const TABLE = /\b(?:from|into|update) "(?<table>\w{1,63})"/iu

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
  const first = VERB.exec(statement)
  const main = /^with$/iu.test(first?.groups?.['verb'] ?? '') ? (AFTER_WITH.exec(statement) ?? first) : first
  const verb = main?.groups?.['verb']
  if (main === null || verb === undefined) return 'statement'
  const table = TABLE.exec(statement.slice(main.index))?.groups?.['table']
  return [verb.toLowerCase(), table].filter((word) => word !== undefined).join(' ')
}
