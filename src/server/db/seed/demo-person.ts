import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import { idNumberFor, taxNumberFor } from './south-african-numbers.ts'

/** A client of the demonstration. */
export interface DemoClient {
  username: string
  manager: 'manager@demo.example' | 'manager2@demo.example'
  status: ApplicationStatus
  /** How long ago, in days, the client began, submitted, and was onboarded. */
  began: number
  submitted?: number
  onboarded?: number
  currentStep?: StepId
  answers: Partial<Answers>
  /** Payslips that were uploaded. */
  payslips: number
}

type Person = Pick<Answers, 'salutation' | 'fullName' | 'dateOfBirth'> & { sequence: number; tax: string }

/** Who a client is, with an ID number and a tax number that are valid. */
export function person({ sequence, tax, ...who }: Person): Partial<Answers> {
  return {
    ...who,
    idDocumentType: 'id',
    idNumber: idNumberFor(who.dateOfBirth ?? '', sequence),
    issuingCountry: 'za',
    nationality: 'za',
    taxIncomeNumber: taxNumberFor(tax),
  }
}
