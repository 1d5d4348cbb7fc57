import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { answerAt } from '#features/applications/rules/round/subjects.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'

/** The name of a proof among the stored decisions on answers. */
export const PROOF = 'proof'

/** Maximum number of decisions on proofs per application. */
export const MAX_PROOFS = 500

/** The answers that each kind of document can show, by path. A further document can be any paper. */
const shownBy: Readonly<Partial<Record<DocumentKindName, readonly string[]>>> = {
  payslip: ['fullName', 'idNumber', 'employerName', 'occupation', 'annualIncome', 'taxIncomeNumber'],
  pensionBenefits: ['fullName', 'assets.pensionFunds'],
  providentBenefits: ['fullName', 'assets.providentFunds'],
  riskBenefit: ['fullName', 'employerName'],
  signedFais: ['fullName'],
  additional: [
    'fullName',
    'dateOfBirth',
    'idNumber',
    'nationality',
    'maritalStatus',
    'addressLine1',
    'city',
    'postalCode',
    'employerName',
    'annualIncome',
    'taxIncomeNumber',
  ],
  /** Of which a page shows those of its check. */
  ficaPaper: [
    'fullName',
    'idNumber',
    'dateOfBirth',
    'nationality',
    'addressLine1',
    'addressLine2',
    'city',
    'stateProvince',
    'postalCode',
  ],
}

/** An answer that a document can prove. */
export interface Provable {
  path: string
  documentId: string
  /** The document and the answer as one comparable text: a proof holds for these only. */
  about: string
}

/** The given answers that each document can prove, document by document. */
export function provableAnswers(
  answers: Answers,
  documents: readonly { id: string; kind: DocumentKindName }[],
): Provable[] {
  return documents.flatMap(({ id, kind }) =>
    (shownBy[kind] ?? []).flatMap((path) => {
      const answer = answerAt(answers, path) ?? null
      return answer === null || answer === ''
        ? []
        : [{ path, documentId: id, about: JSON.stringify([id, answer]) }]
    }),
  )
}
