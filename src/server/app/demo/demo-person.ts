import type { ApplicationStatus } from '#domain/applications/lifecycle/statuses.ts'
import type { Answers } from '#domain/applications/wizard/answers.ts'
import type { StepId } from '#domain/applications/wizard/steps.ts'
import type { DemoRound } from './demo-round.ts'
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
  /** How long ago, in days, the status became what it is, where neither of these says it. */
  decided?: number
  /** Why, where somebody said so. */
  reason?: string
  /** What they were asked to correct. */
  round?: DemoRound
  /** Annual reviews that took place: how long ago, in days, and what was noted. */
  reviews?: readonly { ago: number; note: string }[]
  /** Null where the client was invited and has not begun. */
  currentStep?: StepId | null
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
