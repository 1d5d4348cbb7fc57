import { z } from 'zod'

/** A time in UTC (ISO 8601). */
export const timestamp = z.iso.datetime()
