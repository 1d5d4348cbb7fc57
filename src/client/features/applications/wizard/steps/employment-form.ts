import type { Application } from '#domain/api/application.ts'
import { employmentQuestions } from '#domain/applications/wizard/employment.ts'
import { toFormOf, toPatchOf, unreadOf, type FormOf } from './question-form.ts'

/** Employment & Financial Profile as the screen holds it. */
export type EmploymentForm = FormOf<typeof employmentQuestions>

export const toEmploymentForm = (application: Application) => toFormOf(employmentQuestions, application)
export const toEmploymentPatch = (form: EmploymentForm) => toPatchOf(employmentQuestions, form)
/** The income where it is no amount. */
export const unreadIncome = (form: EmploymentForm) => unreadOf(employmentQuestions, form)
