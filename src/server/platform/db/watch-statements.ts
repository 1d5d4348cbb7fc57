import { SpanKind } from '@opentelemetry/api'
import { inSpan, type SpanStart } from '#server/platform/tracing/span.ts'
import type { Sending } from './database.ts'

/** The query builder quotes the tables of its statements, and nothing else of them. */
const BUILT =
  /^\s*(?:with .*? as \(.*?\) )?(?<verb>select|insert|update|delete)\b.*?\b(?:from|into|update) "(?<table>\w{1,63})"/isu
const VERB = /^\s*(?<verb>[a-z]{1,12})\b/iu

/**
 * Has each statement that is sent seen as a part of what is traced: by its name, and never by a value.
 *
 * What a pool hands on to one of its connections it hands over with a callback: that is seen already, and in the pool's own turn,
 * which is no part of what its caller does.
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

/** What a statement is called: its own name, or what it does to which table. */
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
