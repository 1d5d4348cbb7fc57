import type { ReviewedApplication, ReviewedCheck } from '#features/review/api/staff-applications.ts'
import type { FieldName, QuestionPage } from '#features/applications/rules/wizard/questionnaire.ts'
import { answerLines, idNumberText, NOT_PROVIDED } from '#features/applications/rules/wizard/answer-text.ts'
import { childLabels } from '#features/applications/rules/wizard/labels.ts'

/** A section of the summary: its rows, brief and with Show All Details (specification section 2). */
interface SummarySection {
  title: string
  brief: readonly FieldName[]
  page: QuestionPage
}

export const summarySections: readonly SummarySection[] = [
  {
    title: 'Personal Information',
    brief: [
      'salutation',
      'fullName',
      'dateOfBirth',
      'idNumber',
      'mobileNumber',
      'emailAddress',
      'maritalStatus',
    ],
    page: 'personal',
  },
  {
    title: 'Address Information',
    brief: ['addressLine1', 'addressLine2', 'city', 'stateProvince', 'postalCode', 'country'],
    page: 'address',
  },
  {
    title: 'Employment Information',
    brief: ['occupation', 'employerName', 'annualIncome', 'taxIncomeNumber'],
    page: 'employment',
  },
]

/** An answer as text, its failed checks, and whether it is an unchecked default answer. */
export interface SummaryRow {
  path: string
  label: string
  text: string
  checks: ReviewedCheck[]
  unchecked: boolean
}

function checksAt(application: ReviewedApplication, path: string): ReviewedCheck[] {
  return application.warnings.filter((check) => check.path === path)
}

/** The rows of a section; children have their own list. */
export function summaryRows(
  { brief, page }: SummarySection,
  application: ReviewedApplication,
  expanded: boolean,
): SummaryRow[] {
  const lines = answerLines(page, application)
  const shown = expanded
    ? lines.filter(({ name }) => name !== 'childrenDetails')
    : brief.flatMap((wanted) =>
        lines.filter(({ name, answered }) => name === wanted && (answered || wanted !== 'addressLine2')),
      )
  return shown.map(({ path, label, text, unchecked }) => ({
    path,
    label,
    text,
    checks: checksAt(application, path),
    unchecked,
  }))
}

/** A child: "Child 1" with full name and ID number. */
export function childRows(application: ReviewedApplication, index: number): SummaryRow[] {
  const child = application.childrenDetails[index]
  if (child === undefined) return []
  return (['fullName', 'idNumber'] as const).map((name) => {
    const path = `childrenDetails.${index}.${name}`
    return {
      path,
      label: childLabels[name],
      text: name === 'idNumber' ? idNumberText(child.idNumber) : child.fullName || NOT_PROVIDED,
      checks: checksAt(application, path),
      unchecked: false,
    }
  })
}
