import { documentLists, documentKinds, type DocumentListName } from '#domain/documents/kinds.ts'
import { assetSections, liabilitySections } from '../net-worth/names.ts'
import type { AnswerName, Answers } from './answers.ts'

/** The answers of the question pages: everything but the amounts, which net-worth/names.ts labels. */
export type FieldName = Exclude<AnswerName, 'assets' | 'liabilities'>

/**
 * What every question is called, once, for the steps, the review, the conflict dialog and staff screens
 * (specification section 3). In the order of the screens.
 */
export const fieldLabels = {
  salutation: 'Salutation',
  fullName: 'Full Name',
  dateOfBirth: 'Date of Birth',
  highestEducation: 'Highest Education',
  professionalMemberCode: 'Professional Registration Number',
  smoker: 'Do you smoke?',
  maritalStatus: 'Marital Status',
  marriageType: 'Marriage Type',
  hasChildren: 'Do you have children?',
  childrenDetails: 'Children',
  nationality: 'Nationality',
  idDocumentType: 'ID Document Type',
  idNumber: 'ID Number',
  issuingCountry: 'Issuing Country',
  mobileNumber: 'Mobile Number',
  emailAddress: 'Email Address',
  country: 'Country',
  addressLine1: 'Address Line 1',
  addressLine2: 'Address Line 2',
  addressLine3: 'Address Line 3',
  city: 'City',
  stateProvince: 'State/Province',
  postalCode: 'Postal Code',
  occupation: 'Occupation',
  industry: 'Industry',
  employerName: 'Employer Name',
  annualIncome: 'Annual Income',
  taxIncomeNumber: 'Tax Income Number',
  medicalAidCompany: 'Medical Aid Company',
  medicalAidPlan: 'Medical Aid Plan',
  hasWill: 'Do you have a will?',
  willInstitution: 'Will Institution',
} as const satisfies Record<FieldName, string>

/** What is asked of each child. */
export const childLabels = {
  fullName: 'Full Name',
  idNumber: 'ID Number',
} as const satisfies Record<keyof Answers['childrenDetails'][number], string>

type Labels = Readonly<Record<string, string>>

function labelsIn(sections: readonly { items: Labels }[]): Labels {
  return Object.fromEntries(sections.flatMap((section) => Object.entries(section.items)))
}

/** The amounts, by their names; the one text among the assets too. */
export const assetLabels: Labels = {
  ...labelsIn(assetSections),
  otherInvestmentsTypes: 'Types of Other Investments',
}
export const liabilityLabels: Labels = labelsIn(liabilitySections)

/** The document lists of an application. */
export const documentListLabels: Readonly<Record<DocumentListName, string>> = {
  payslipUploads: 'Payslips',
  riskBenefitStatement: documentKinds[documentLists.riskBenefitStatement].label,
  pensionBenefitsStatements: 'Pension Benefits Statements',
  providentBenefitsStatements: 'Provident Benefits Statements',
}

const groupLabels: Readonly<Record<string, Labels>> = {
  assets: assetLabels,
  liabilities: liabilityLabels,
}

/**
 * What a dotted path of the answers is called: "postalCode", "assets.stocks", "childrenDetails.0.fullName"
 * ("Child 1: Full Name"). A path that nothing is called by stays as it is.
 */
export function labelOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('.')
  if (first === 'childrenDetails' && third !== '') {
    return `Child ${Number(second) + 1}: ${labelIn(childLabels, third)}`
  }
  const group = groupLabels[first]
  if (group !== undefined) return labelIn(group, second)
  return labelIn({ ...fieldLabels, ...documentListLabels }, first)
}

function labelIn(labels: Labels, name: string): string {
  return labels[name] ?? name
}
