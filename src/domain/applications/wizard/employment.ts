import { z } from 'zod'
import { parseRand } from '#domain/money/reading.ts'
import { compactTaxNumber, isTaxNumber } from '#domain/south-africa/tax-number.ts'
import { draftText, optionalText, requiredText } from './text.ts'

const NUMERIC = /^\d{1,12}(?:\.\d{1,2})?$/u
const AMOUNT_MESSAGE = 'Please enter an amount in rand with at most two decimals'

function isIncome(text: string): boolean {
  return NUMERIC.test(text) && parseRand(text) !== null
}

/** Employment & Financial Profile as a draft keeps it. */
export const employmentFields = z.strictObject({
  occupation: draftText(),
  industry: draftText(),
  employerName: draftText(),
  annualIncome: draftText(15).refine((text) => text === null || isIncome(text), AMOUNT_MESSAGE),
  taxIncomeNumber: draftText(30).transform(
    (text) => text && (isTaxNumber(text) ? compactTaxNumber(text) : text),
  ),
  medicalAidCompany: draftText(),
  medicalAidPlan: draftText(),
  hasWill: z.boolean().nullable(),
  willInstitution: draftText(),
})

/** Employment & Financial Profile when the step is complete, in the words of specification section 5. */
export const employmentStep = z.object({
  occupation: requiredText('Occupation is required'),
  industry: optionalText(),
  employerName: optionalText(),
  annualIncome: requiredText('Annual income is required', 15).refine(
    (text) => text === '' || isIncome(text),
    AMOUNT_MESSAGE,
  ),
  taxIncomeNumber: requiredText('Tax income number is required', 30),
  medicalAidCompany: requiredText('Medical Aid Company is required'),
  medicalAidPlan: requiredText('Medical Aid Plan is required'),
  hasWill: z.boolean({ error: 'Please choose whether you have a will' }),
  willInstitution: optionalText(),
})

/**
 * Whether the payslip guidance asks for six months of payslips: an occupation containing "self"
 * (specification section 2; it chooses the words and nothing else).
 */
export function isSelfEmployed(occupation: string | null): boolean {
  return /self/iu.test(occupation ?? '')
}
