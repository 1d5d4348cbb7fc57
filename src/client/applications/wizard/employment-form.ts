import type { Application } from '#domain/api/application.ts'
import type { AnswersPatch } from '#domain/applications/wizard/answers.ts'
import { numericText } from './field-options.ts'

/** Employment & Financial Profile as the screen holds it: text, '' where nothing is given. */
export interface EmploymentForm {
  occupation: string
  industry: string
  employerName: string
  /** In rand, as the currency input holds it: "450000.5". */
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
    annualIncome: application.annualIncome ?? '',
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
    annualIncome: numericText(form.annualIncome),
    willInstitution: form.hasWill === true ? form.willInstitution : null,
  }
}
