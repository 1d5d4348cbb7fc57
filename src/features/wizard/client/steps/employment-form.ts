import type { Application } from '#features/applications/api/application.ts'
import { employmentQuestions } from '#features/applications/rules/wizard/employment.ts'
import { toFormOf, toPatchOf, unreadOf, type FormOf } from './question-form.ts'

/** Form values of Employment & Financial Profile. */
export type EmploymentForm = FormOf<typeof employmentQuestions>

export const toEmploymentForm = (application: Application) => toFormOf(employmentQuestions, application)
export const toEmploymentPatch = (form: EmploymentForm) => toPatchOf(employmentQuestions, form)
/** The income if it is not a valid amount. */
export const unreadIncome = (form: EmploymentForm) => unreadOf(employmentQuestions, form)
