import type { Application } from '#domain/api/application.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { amountText, groupedAmount, type Cents } from '#domain/money/rand.ts'
import { readRand } from '#domain/money/reading.ts'
import { unreadAmounts } from './amount-texts.ts'
import type { ScreenProblem } from './step-problems.ts'

/** Employment & Financial Profile as the screen holds it: text, '' where nothing is given. */
export interface EmploymentForm {
  occupation: string
  industry: string
  employerName: string
  /** In rand, as it is typed. */
  annualIncome: string
  taxIncomeNumber: string
  medicalAidCompany: string
  medicalAidPlan: string
  /** Null until it is answered. */
  hasWill: boolean | null
  willInstitution: string
}

export function toEmploymentForm(application: Application): EmploymentForm {
  return {
    occupation: application.occupation ?? '',
    industry: application.industry ?? '',
    employerName: application.employerName ?? '',
    annualIncome: inAnotherForm(application.annualIncome ?? '', groupedAmount),
    taxIncomeNumber: application.taxIncomeNumber ?? '',
    medicalAidCompany: application.medicalAidCompany ?? '',
    medicalAidPlan: application.medicalAidPlan ?? '',
    hasWill: application.hasWill,
    willInstitution: application.willInstitution ?? '',
  }
}

/** What the screen holds as the API takes it; the institution goes with the will. */
export function toEmploymentPatch(form: EmploymentForm): AnswersPatch {
  return {
    ...form,
    annualIncome: inAnotherForm(form.annualIncome, amountText),
    willInstitution: form.hasWill === true ? form.willInstitution : null,
  }
}

/** An amount written otherwise; what is no amount stays as it is, and is judged as that. */
function inAnotherForm(text: string, write: (cents: Cents) => string): string {
  const reading = readRand(text)
  if (reading.kind === 'nothing') return ''
  return reading.kind === 'amount' ? write(reading.cents) : text
}

/** The income where it is no amount. */
export function unreadIncome({ annualIncome }: EmploymentForm): ScreenProblem[] {
  return unreadAmounts({ annualIncome })
}
