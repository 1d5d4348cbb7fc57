import { z } from 'zod'
import { parseRand } from '#base/rules/money/reading.ts'
import { compactTaxNumber } from '#base/rules/south-africa/tax-number.ts'
import { completeOf, draftOf, question } from './question.ts'
import { medicalSchemes } from './medical-aid.ts'
import { draftText, optionalText, requiredText } from '#base/rules/input/text.ts'

const NUMERIC = /^\d{1,12}(?:\.\d{1,2})?$/u
const AMOUNT_LENGTH = 15
const TAX_NUMBER_LENGTH = 30
const AMOUNT_MESSAGE = 'Please enter an amount in rand with at most two decimals'

function isIncome(text: string): boolean {
  return NUMERIC.test(text) && parseRand(text) !== null
}

/** Employment & Financial Profile (specification sections 2, 3 and 5). */
export const employmentQuestions = {
  occupation: question({
    label: 'Occupation',
    section: 'Occupation Details',
    hint: 'If you’re self-employed, please say so, for example “Self-employed architect”',
    control: { kind: 'line', autoComplete: 'organization-title' },
    draft: draftText(),
    complete: requiredText('Occupation is required'),
    initial: null,
  }),
  industry: question({
    label: 'Industry',
    section: 'Occupation Details',
    control: { kind: 'line', autoComplete: 'off' },
    draft: draftText(),
    complete: optionalText(),
    initial: null,
    optional: true,
  }),
  employerName: question({
    label: 'Employer Name',
    section: 'Occupation Details',
    control: { kind: 'line', autoComplete: 'organization' },
    draft: draftText(),
    complete: optionalText(),
    initial: null,
    optional: true,
  }),
  annualIncome: question({
    label: 'Annual Income',
    section: 'Occupation Details',
    hint: 'Before tax, in rand',
    control: { kind: 'amount' },
    draft: draftText(AMOUNT_LENGTH).refine((text) => text === null || isIncome(text), AMOUNT_MESSAGE),
    complete: requiredText('Annual income is required', AMOUNT_LENGTH).refine(
      (text) => text === '' || isIncome(text),
      AMOUNT_MESSAGE,
    ),
    initial: null,
  }),
  taxIncomeNumber: question({
    label: 'Tax Income Number',
    section: 'Tax Information',
    hint: 'Your 10-digit SARS income tax reference number',
    control: { kind: 'line', inputMode: 'numeric', width: 'medium', autoComplete: 'off' },
    draft: draftText(TAX_NUMBER_LENGTH, compactTaxNumber),
    complete: requiredText('Tax income number is required', TAX_NUMBER_LENGTH),
    initial: null,
  }),
  medicalAidCompany: question({
    label: 'Medical Aid Company',
    section: 'Medical Aid',
    control: { kind: 'line', autoComplete: 'off', suggestions: medicalSchemes },
    draft: draftText(),
    complete: requiredText('Medical Aid Company is required'),
    initial: null,
  }),
  medicalAidPlan: question({
    label: 'Medical Aid Plan',
    section: 'Medical Aid',
    control: { kind: 'line', autoComplete: 'off' },
    draft: draftText(),
    complete: requiredText('Medical Aid Plan is required'),
    initial: null,
  }),
  hasWill: question({
    label: 'Do you have a will?',
    section: 'Will Information',
    control: { kind: 'yes-no', inShort: { yes: 'Has a will', no: 'No will' } },
    draft: z.boolean().nullable(),
    complete: z.boolean({ error: 'Please choose whether you have a will' }),
    initial: null,
  }),
  willInstitution: question({
    label: 'Will Institution',
    section: 'Will Information',
    hint: 'The institution holding your will',
    control: { kind: 'line', autoComplete: 'off' },
    draft: draftText(),
    complete: optionalText(),
    initial: null,
    askedIf: ['hasWill', true],
    optional: true,
  }),
} as const

/** Employment & Financial Profile as stored in a draft. */
export const employmentFields = draftOf(employmentQuestions)

/** Employment & Financial Profile when the step is complete. */
export const employmentStep = completeOf(employmentQuestions)

/**
 * Whether payslip guidance asks for six months: the occupation contains "self" (specification section 2). It only
 * selects the text.
 */
export function isSelfEmployed(occupation: string | null): boolean {
  return /self/iu.test(occupation ?? '')
}
