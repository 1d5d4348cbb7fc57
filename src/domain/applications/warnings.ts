import { agreesWithDateOfBirth, readIdNumber } from '#domain/south-africa/id-number.ts'
import { toE164 } from '#domain/south-africa/mobile-number.ts'
import { isSouthAfricanPostalCode } from '#domain/south-africa/postal-code.ts'
import { isTaxNumber } from '#domain/south-africa/tax-number.ts'
import type { Answers } from './wizard/answers.ts'
import { HOME_COUNTRY } from './wizard/countries.ts'

/**
 * Something that looks wrong and may be right: said beside the field, let pass, and flagged to staff
 * (decisions, "ID numbers").
 */
export interface Warning {
  /** Dotted: "childrenDetails.0.idNumber". */
  path: string
  message: string
}

/** What can look wrong: what the client is asked to do about it, and what staff are told. */
const oddities = {
  idNumber: {
    client: 'This does not look like a South African ID number. Please check it against your ID.',
    staff: 'This is not a valid South African ID number.',
  },
  dateOfBirth: {
    client: 'This ID number does not agree with your date of birth. Please check both.',
    staff: 'This ID number does not agree with the date of birth.',
  },
  childIdNumber: {
    client: 'This does not look like a South African ID number. Please check it.',
    staff: 'This is not a valid South African ID number.',
  },
  taxNumber: {
    client: 'This does not look like a South African income tax number (10 digits). Please check it.',
    staff: 'This is not a valid South African income tax number (10 digits).',
  },
  mobileNumber: {
    client: 'This does not look like a South African mobile number. Please check it.',
    staff: 'This is not a South African mobile number.',
  },
  postalCode: {
    client: 'South African postal codes have four digits. Please check it.',
    staff: 'South African postal codes have four digits.',
  },
} as const satisfies Record<string, Record<'client' | 'staff', string>>

/** An oddity, and the answer that it is in. */
interface Finding {
  path: string
  oddity: keyof typeof oddities
}

type Check = (answers: Answers) => Finding[]

const idNumber: Check = ({ idDocumentType, idNumber: text, dateOfBirth }) => {
  if (idDocumentType !== 'id' || !text) return []
  const facts = readIdNumber(text)
  if (facts === null) return [{ path: 'idNumber', oddity: 'idNumber' }]
  if (!dateOfBirth || agreesWithDateOfBirth(facts, dateOfBirth)) return []
  return [{ path: 'idNumber', oddity: 'dateOfBirth' }]
}

const childrensIdNumbers: Check = ({ childrenDetails }) =>
  childrenDetails.flatMap((child, index) =>
    child.idNumber && readIdNumber(child.idNumber) === null
      ? [{ path: `childrenDetails.${index}.idNumber`, oddity: 'childIdNumber' as const }]
      : [],
  )

const taxNumber: Check = ({ taxIncomeNumber }) =>
  taxIncomeNumber && !isTaxNumber(taxIncomeNumber) ? [{ path: 'taxIncomeNumber', oddity: 'taxNumber' }] : []

const mobileNumber: Check = ({ mobileNumber: text }) =>
  text && toE164(text) === null ? [{ path: 'mobileNumber', oddity: 'mobileNumber' }] : []

const postalCode: Check = ({ country, postalCode: text }) =>
  country === HOME_COUNTRY && text && !isSouthAfricanPostalCode(text)
    ? [{ path: 'postalCode', oddity: 'postalCode' }]
    : []

const checks: readonly Check[] = [idNumber, childrensIdNumbers, taxNumber, mobileNumber, postalCode]

/** Everything in the answers that is worth a second look, in words for whoever reads them: by default the client. */
export function warningsFor(answers: Answers, reader: 'client' | 'staff' = 'client'): Warning[] {
  return checks
    .flatMap((check) => check(answers))
    .map(({ path, oddity }) => ({ path, message: oddities[oddity][reader] }))
}
