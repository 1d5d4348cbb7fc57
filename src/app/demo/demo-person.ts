import type { ApplicationStatus } from '#features/access/rules/lifecycle/statuses.ts'
import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import type { StepId } from '#features/applications/rules/wizard/steps.ts'
import type { DemoRound } from './demo-round.ts'
import { idNumberFor, taxNumberFor } from './south-african-numbers.ts'

/** A demo client. */
export interface DemoClient {
  username: string
  manager: 'manager@demo.example' | 'manager2@demo.example'
  status: ApplicationStatus
  /** Days ago: creation, submission and onboarding. */
  began: number
  submitted?: number
  onboarded?: number
  /** Days ago of the current status, unless one of these. */
  decided?: number
  /** The reason, if given. */
  reason?: string
  /** The correction request. */
  round?: DemoRound
  /** Completed annual reviews: days ago, and note. */
  reviews?: readonly { ago: number; note: string }[]
  /** Null for an invited client that has not started. */
  currentStep?: StepId | null
  answers: Partial<Answers>
  /** Number of uploaded payslips. */
  payslips: number
}

type Person = Pick<Answers, 'salutation' | 'fullName' | 'dateOfBirth'> & { sequence: number; tax: string }

/** A client's personal details, with valid ID and tax numbers. */
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
