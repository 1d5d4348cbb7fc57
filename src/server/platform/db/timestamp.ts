import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds a moment, to the millisecond, as JavaScript's dates do. */
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
