import { date, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column with millisecond precision, like JavaScript dates. */
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A day, as yyyy-MM-dd. */
export function dayColumn(name: string) {
  return date(name, { mode: 'string' })
}
