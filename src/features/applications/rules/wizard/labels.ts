import {
  documentKinds,
  forEachList,
  pluralOf,
  type DocumentListName,
} from '#features/applications/rules/documents/kinds.ts'
import { assetSections, liabilitySections, type AmountSection } from '../net-worth/names.ts'
import { questionnaire, fieldNames, type FieldName } from './questionnaire.ts'
import type { Answers } from './answers.ts'

/** Labels of all questions, in screen order. */
export const fieldLabels = Object.fromEntries(
  fieldNames.map((name) => [name, questionnaire[name].label]),
) as Readonly<Record<FieldName, string>>

/** Labels of a child's questions. */
export const childLabels = {
  fullName: 'Full Name',
  idNumber: 'ID Number',
} as const satisfies Record<keyof Answers['childrenDetails'][number], string>

type Labels = Readonly<Record<string, string>>

function labelsIn(sections: readonly AmountSection[]): Labels {
  const rows = sections.flatMap(({ items }) => Object.entries(items))
  return Object.fromEntries(rows.flatMap(([name, row]) => (row ? [[name, row.label]] : [])))
}

/** Labels of the amounts, and of the one text among the assets. */
export const assetLabels: Labels = {
  ...labelsIn(assetSections),
  otherInvestmentsTypes: 'Types of Other Investments',
}
export const liabilityLabels: Labels = labelsIn(liabilitySections)

/** The document lists of an application. */
export const documentListLabels: Readonly<Record<DocumentListName, string>> = {
  ...forEachList((_list, kind) => pluralOf(kind)),
  pensionBenefitsStatements: 'Pension Benefits Statements',
  providentBenefitsStatements: 'Provident Benefits Statements',
}

const groupLabels: Readonly<Record<string, Labels>> = {
  assets: assetLabels,
  liabilities: liabilityLabels,
}

/**
 * Label of a dotted path of the answers: "postalCode", "assets.stocks", "childrenDetails.0.fullName" ("Child 1: Full
 * Name"). Unknown paths are returned unchanged.
 */
export function labelOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('.')
  if (first === 'childrenDetails' && third !== '') {
    return `Child ${Number(second) + 1}: ${labelIn(childLabels, third)}`
  }
  const group = groupLabels[first]
  if (group !== undefined) return labelIn(group, second)
  if (first === 'faisDocumentUploaded') return documentKinds.signedFais.label
  return labelIn({ ...fieldLabels, ...documentListLabels }, first)
}

function labelIn(labels: Labels, name: string): string {
  return labels[name] ?? name
}
