import { z } from 'zod'

/** A day such as 2026-11-27, or nothing. */
export const dateText = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || z.iso.date().safeParse(text).success,
    'Please enter a date such as 2026-11-27',
  )
