import { lineOfText } from '#domain/applications/wizard/text.ts'
import { PHONE_NUMBER_NEEDED, toPhoneNumber } from '#domain/south-africa/phone-number.ts'

const PHONE_LENGTH = 30

/** A number that people call, as it is typed; null where none is given. */
export const phoneSchema = lineOfText(PHONE_LENGTH)
  .refine((typed) => typed === '' || toPhoneNumber(typed) !== null, PHONE_NUMBER_NEEDED)
  .transform(toPhoneNumber)
