import { z } from 'zod'
import { compactPostalCode } from '#base/rules/south-africa/postal-code.ts'
import { provinces } from '#base/rules/south-africa/provinces.ts'
import { HOME_COUNTRY, countries } from './countries.ts'
import { completeOf, draftOf, question } from './question.ts'
import { draftText, optionalText, requiredText } from '#base/rules/input/text.ts'

const POSTAL_CODE_LENGTH = 20

/** Choices whose value is their label. */
function listed(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((word) => [word, word]))
}

/** Residential Address (specification sections 2, 3 and 5). */
export const addressQuestions = {
  country: question({
    label: 'Country',
    control: {
      kind: 'list',
      choices: listed(countries),
      width: 'medium',
      autoComplete: 'country-name',
    },
    draft: z.enum(countries, { error: 'Please choose a country from the list' }).nullable(),
    complete: z.enum(countries, { error: 'Country is required' }),
    initial: null,
    proposed: HOME_COUNTRY,
  }),
  addressLine1: question({
    label: 'Address Line 1',
    hint: 'Street number and name',
    control: { kind: 'line', autoComplete: 'address-line1' },
    draft: draftText(),
    complete: requiredText('Address line 1 is required'),
    initial: null,
  }),
  addressLine2: question({
    label: 'Address Line 2',
    hint: 'Complex or building, and unit',
    control: { kind: 'line', autoComplete: 'address-line2' },
    draft: draftText(),
    complete: optionalText(),
    initial: null,
    optional: true,
  }),
  addressLine3: question({
    label: 'Address Line 3',
    hint: 'Suburb',
    control: { kind: 'line', autoComplete: 'address-line3' },
    draft: draftText(),
    complete: optionalText(),
    initial: null,
    optional: true,
  }),
  city: question({
    label: 'City',
    control: { kind: 'line', width: 'medium', autoComplete: 'address-level2' },
    draft: draftText(),
    complete: requiredText('City is required'),
    initial: null,
  }),
  stateProvince: question({
    label: 'State/Province',
    control: { kind: 'line', width: 'medium', autoComplete: 'address-level1' },
    controlWhere: {
      answer: ['country', HOME_COUNTRY],
      control: { kind: 'list', choices: listed(provinces), width: 'medium', autoComplete: 'address-level1' },
    },
    draft: draftText(),
    complete: requiredText('State/Province is required'),
    initial: null,
  }),
  postalCode: question({
    label: 'Postal Code',
    control: { kind: 'line', width: 'short', autoComplete: 'postal-code' },
    draft: draftText(POSTAL_CODE_LENGTH, compactPostalCode),
    complete: requiredText('Postal code is required', POSTAL_CODE_LENGTH),
    initial: null,
  }),
} as const

/** Residential Address as stored in a draft. */
export const addressFields = draftOf(addressQuestions)

/** Residential Address when the step is complete. */
export const addressStep = completeOf(addressQuestions)
