import { customType } from 'drizzle-orm/pg-core'

/** A column of bytes; a text if its row was read as JSON (`rows-as-json.ts`). */
export const bytea = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => 'bytea',
  fromDriver: (value) => (typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : value),
})
