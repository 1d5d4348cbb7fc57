import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import type { FieldName, QuestionPage } from '#domain/applications/wizard/answer-sheet.ts'
import { answerLines, NOT_CHECKED, NOT_PROVIDED } from '#domain/applications/wizard/answer-text.ts'
import { childLabels } from '#domain/applications/wizard/labels.ts'

/** A part of the summary: what shows of it at first, and what more with Show All Details (specification section 2). */
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

/** An answer in words, and what looks wrong about it or was not looked at. */
export interface SummaryRow {
  path: string
  label: string
  text: string
  warnings: string[]
}

function warningsAt(application: ReviewedApplication, path: string): string[] {
  return application.warnings.filter((warning) => warning.path === path).map(({ message }) => message)
}

/** The rows of a section; the children have a list of their own. */
export function summaryRows(
  { brief, page }: SummarySection,
  application: ReviewedApplication,
  expanded: boolean,
): SummaryRow[] {
  const lines = answerLines(page, application)
  const shown = expanded
    ? lines.filter(({ name }) => name !== 'childrenDetails')
    : brief.flatMap((wanted) => lines.filter(({ name }) => name === wanted))
  return shown.map(({ path, label, text, unchecked }) => ({
    path,
    label,
    text,
    warnings: [...warningsAt(application, path), ...(unchecked ? [NOT_CHECKED] : [])],
  }))
}

/** One child: "Child 1" with full name and ID number. */
export function childRows(application: ReviewedApplication, index: number): SummaryRow[] {
  const child = application.childrenDetails[index]
  if (child === undefined) return []
  return (['fullName', 'idNumber'] as const).map((name) => {
    const path = `childrenDetails.${index}.${name}`
    return {
      path,
      label: childLabels[name],
      text: child[name] || NOT_PROVIDED,
      warnings: warningsAt(application, path),
    }
  })
}
