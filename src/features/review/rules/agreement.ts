import type { Answers } from '#features/applications/rules/wizard/answers.ts'
import { agreesWithDateOfBirth, readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { isTaxNumber } from '#base/rules/south-africa/tax-number.ts'

type Compared = Pick<
  Answers,
  'idDocumentType' | 'idNumber' | 'dateOfBirth' | 'nationality' | 'taxIncomeNumber'
>

/** How an answer agrees with the South African ID number, in words; null where nothing is computed or it does not. */
export function agreementOf(answers: Compared, path: string): string | null {
  const { idDocumentType, idNumber, dateOfBirth, nationality, taxIncomeNumber } = answers
  if (path === 'taxIncomeNumber') return isTaxNumber(taxIncomeNumber ?? '') ? 'check digit fits' : null
  const facts = idDocumentType === 'id' && idNumber ? readIdNumber(idNumber) : null
  if (facts === null) return null
  if (path === 'idNumber') return 'check digit fits'
  if (path === 'dateOfBirth')
    return dateOfBirth && agreesWithDateOfBirth(facts, dateOfBirth) ? 'fits ID' : null
  const isCitizen = facts.residence === 'citizen'
  if (path === 'nationality') return nationality === 'za' && isCitizen ? 'fits ID' : null
  return null
}
