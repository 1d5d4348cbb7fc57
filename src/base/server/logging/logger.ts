import { pino, type DestinationStream, type Logger } from 'pino'
import type { Settings } from '#base/server/config/settings.ts'
import { activeTraceId } from '#base/server/tracing/span.ts'
import { describeError, withoutPersons } from './describe-error.ts'

/** Library property names for values: of a statement, of a packet. */
const NAMES_OF_VALUES = new Set(['params', 'parameters', 'values', 'detail', 'where', 'rawPacket', 'body'])
const DEEPEST = 6

/**
 * The server's log: JSON on standard output, the only one (`npm run check`). All entries, including those of libraries,
 * pass through `describe-error.ts`, which removes the values in errors.
 *
 * @param destination instead of standard output
 */
export function createLogger(
  { level }: { level: Settings['logLevel'] },
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      // Errors are described already: the library's serialiser would add what was removed.
      mixin: () => {
        const traceId = activeTraceId()
        return traceId === undefined ? {} : { traceId }
      },
      serializers: { err: (described: unknown) => described },
      hooks: {
        logMethod(given, write) {
          const [first, ...others] = given.map((one) => sayable(one))
          // An error logged alone becomes `err`, as with other properties.
          const facts = given[0] instanceof Error ? { err: first } : first
          write.call(this, facts, ...(others as [string?]))
        },
      },
    },
    destination,
  )
}

/** A loggable form of a value: described errors; no buffers, statement values or library objects. */
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
