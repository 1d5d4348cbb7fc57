import { agreesWithDateOfBirth, readIdNumber } from '#domain/south-africa/id-number.ts'
import { toE164 } from '#domain/south-africa/mobile-number.ts'
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

type Check = (answers: Answers) => Warning[]

const invalidId = 'This does not look like a South African ID number. Please check it against your ID.'
const SOUTH_AFRICAN_POSTAL_CODE = /^\d{4}$/u

const idNumber: Check = ({ idDocumentType, idNumber: text, dateOfBirth }) => {
  if (idDocumentType !== 'id' || !text) return []
  const facts = readIdNumber(text)
  if (facts === null) return [{ path: 'idNumber', message: invalidId }]
  if (!dateOfBirth || agreesWithDateOfBirth(facts, dateOfBirth)) return []
  return [
    {
      path: 'idNumber',
      message: 'This ID number does not agree with your date of birth. Please check both.',
    },
  ]
}

const childrensIdNumbers: Check = ({ childrenDetails }) =>
  childrenDetails.flatMap((child, index) =>
    child.idNumber && readIdNumber(child.idNumber) === null
      ? [
          {
            path: `childrenDetails.${index}.idNumber`,
            message: 'This does not look like a South African ID number. Please check it.',
          },
        ]
      : [],
  )

const taxNumber: Check = ({ taxIncomeNumber }) =>
  taxIncomeNumber && !isTaxNumber(taxIncomeNumber)
    ? [
        {
          path: 'taxIncomeNumber',
          message: 'This does not look like a South African income tax number (10 digits). Please check it.',
        },
      ]
    : []

const mobileNumber: Check = ({ mobileNumber: text }) =>
  text && toE164(text) === null
    ? [
        {
          path: 'mobileNumber',
          message: 'This does not look like a South African mobile number. Please check it.',
        },
      ]
    : []

const postalCode: Check = ({ country, postalCode: text }) =>
  country === HOME_COUNTRY && text && !SOUTH_AFRICAN_POSTAL_CODE.test(text)
    ? [{ path: 'postalCode', message: 'South African postal codes have four digits. Please check it.' }]
    : []

const checks: readonly Check[] = [idNumber, childrensIdNumbers, taxNumber, mobileNumber, postalCode]

/** Everything in the answers that is worth a second look. */
export function warningsFor(answers: Answers): Warning[] {
  return checks.flatMap((check) => check(answers))
}
