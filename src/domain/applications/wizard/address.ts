import { z } from 'zod'
import { countries } from './countries.ts'
import { draftText, optionalText, requiredText } from './text.ts'

/** Residential Address as a draft keeps it. */
export const addressFields = z.strictObject({
  country: z.enum(countries, { error: 'Please choose a country from the list' }).nullable(),
  addressLine1: draftText(),
  addressLine2: draftText(),
  addressLine3: draftText(),
  city: draftText(),
  stateProvince: draftText(),
  postalCode: draftText(20),
})

/** Residential Address when the step is complete, in the words of specification section 5. */
export const addressStep = z.object({
  country: z.enum(countries, { error: 'Country is required' }),
  addressLine1: requiredText('Address line 1 is required'),
  addressLine2: optionalText(),
  addressLine3: optionalText(),
  city: requiredText('City is required'),
  stateProvince: requiredText('State/Province is required'),
  postalCode: requiredText('Postal code is required', 20),
})
