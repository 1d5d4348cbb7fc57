import { z } from 'zod'
import { lineOfText } from '#base/rules/input/text.ts'
import { PHONE_NUMBER_NEEDED, toPhoneNumber } from '#base/rules/south-africa/phone-number.ts'

const PHONE_LENGTH = 30

/** A phone number as typed; null for none. */
export const phoneSchema = lineOfText(PHONE_LENGTH)
  .refine((typed) => typed === '' || toPhoneNumber(typed) !== null, PHONE_NUMBER_NEEDED)
  .transform(toPhoneNumber)
  .pipe(z.string().nullable())
