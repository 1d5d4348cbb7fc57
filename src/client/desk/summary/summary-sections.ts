import type { ReviewedApplication } from '#domain/api/staff-applications.ts'
import { answerText, NOT_PROVIDED } from '#domain/applications/wizard/answer-text.ts'
import { addressFields } from '#domain/applications/wizard/address.ts'
import { asked } from '#domain/applications/wizard/conditions.ts'
import { employmentFields } from '#domain/applications/wizard/employment.ts'
import { fieldLabels, labelOf, type FieldName } from '#domain/applications/wizard/labels.ts'
import { personalFields } from '#domain/applications/wizard/personal.ts'

/** A part of the summary: what shows of it at first, and what more with Show All Details (specification section 2). */
interface SummarySection {
  title: string
  brief: readonly FieldName[]
  all: readonly FieldName[]
}

const fieldNames = Object.keys(fieldLabels) as FieldName[]
const fieldsIn = (shape: object) => fieldNames.filter((name) => name in shape && name !== 'childrenDetails')

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
    all: fieldsIn(personalFields.shape),
  },
  {
    title: 'Address Information',
    brief: ['addressLine1', 'addressLine2', 'city', 'stateProvince', 'postalCode', 'country'],
    all: fieldsIn(addressFields.shape),
  },
  {
    title: 'Employment Information',
    brief: ['occupation', 'employerName', 'annualIncome', 'taxIncomeNumber'],
    all: fieldsIn(employmentFields.shape),
  },
]

/** An answer in words, and what looks wrong about it. */
export interface SummaryRow {
  path: string
  label: string
  text: string
  warnings: string[]
}

/** Questions that depend on another answer show where they were asked, or answered all the same. */
const wasAsked: Readonly<Partial<Record<FieldName, (application: ReviewedApplication) => boolean>>> = {
  marriageType: asked.marriageType,
  professionalMemberCode: asked.professionalMemberCode,
  willInstitution: asked.willInstitution,
}

function warningsAt(application: ReviewedApplication, path: string): string[] {
  return application.warnings.filter((warning) => warning.path === path).map(({ message }) => message)
}

/** The rows of a section. */
export function summaryRows(
  { brief, all }: SummarySection,
  application: ReviewedApplication,
  expanded: boolean,
): SummaryRow[] {
  return (expanded ? all : brief)
    .filter((name) => application[name] !== null || (wasAsked[name]?.(application) ?? true))
    .map((name) => ({
      path: name,
      label: labelOf(name),
      text: answerText(name, application[name]),
      warnings: warningsAt(application, name),
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
      label: fieldLabels[name],
      text: child[name] || NOT_PROVIDED,
      warnings: warningsAt(application, path),
    }
  })
}
