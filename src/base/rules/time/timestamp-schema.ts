import { z } from 'zod'

const FIRST_YEAR = 1900
const LAST_YEAR = 9999

/**
 * An ISO 8601 timestamp in a request, of a calendar year: the format alone also allows the year 0, which PostgreSQL
 * rejects.
 */
export const timestampSchema = z.iso.datetime().refine(isInCalendar, 'Please send a valid date and time')

/** The same with any offset, converted to UTC: PostgreSQL supports fewer offsets than the format. */
export const zonedTimestampSchema = z.iso
  .datetime({ offset: true })
  .refine(isInCalendar, 'Please send a valid date and time')
  .transform((text) => new Date(text).toISOString())

function isInCalendar(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}
