import { z } from 'zod'

const FIRST_YEAR = 1900
const LAST_YEAR = 9999

/**
 * A moment as somebody sends it: ISO 8601, of a year that a calendar shows. The format alone also takes the year 0, which
 * no database has.
 */
export const timestampSchema = z.iso.datetime().refine(isInCalendar, 'Please send a moment of this calendar')

/** The same with the offset of any place, which becomes that of UTC: databases know fewer offsets than the format. */
export const zonedTimestampSchema = z.iso
  .datetime({ offset: true })
  .refine(isInCalendar, 'Please send a moment of this calendar')
  .transform((text) => new Date(text).toISOString())

function isInCalendar(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}
