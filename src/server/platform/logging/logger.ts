import { pino, type DestinationStream, type Logger } from 'pino'
import type { Settings } from '#server/platform/config/settings.ts'
import { activeTraceId } from '#server/platform/tracing/span.ts'
import { describeError, withoutPersons } from './describe-error.ts'

/** What libraries call the values that they were given: of a statement, of a packet. */
const NAMES_OF_VALUES = new Set(['params', 'parameters', 'values', 'detail', 'where', 'rawPacket', 'body'])
const DEEPEST = 6

/**
 * The server's log, JSON on standard output: the only one there is (`npm run check`). Whatever is logged, by ourselves or
 * by a library that was handed this log, passes through one place that describes errors without the values that they
 * carry (`describe-error.ts`), on every level.
 *
 * @param destination where it goes instead
 */
export function createLogger(
  { level }: { level: Settings['logLevel'] },
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      // Errors are described before they come here: the one of the library would add what was left out.
      mixin: () => {
        const traceId = activeTraceId()
        return traceId === undefined ? {} : { traceId }
      },
      serializers: { err: (described: unknown) => described },
      hooks: {
        logMethod(given, write) {
          const [first, ...others] = given.map((one) => sayable(one))
          // An error that is logged by itself is `err`, as where it comes with facts.
          const facts = given[0] instanceof Error ? { err: first } : first
          write.call(this, facts, ...(others as [string?]))
        },
      },
    },
    destination,
  )
}

/** What may be written down of a value: errors described, no buffers, no values of statements, no objects of libraries. */
function sayable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutPersons(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Error) return describeError(value)
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((one) => sayable(one, depth + 1))
  if (!isPlain(value)) return `[${value.constructor.name}]`
  const entries = Object.entries(value).filter(([name]) => !NAMES_OF_VALUES.has(name))
  return Object.fromEntries(entries.map(([name, one]) => [name, sayable(one, depth + 1)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
