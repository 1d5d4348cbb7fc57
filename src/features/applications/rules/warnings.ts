import { agreesWithDateOfBirth, readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { toE164 } from '#base/rules/south-africa/mobile-number.ts'
import { isSouthAfricanPostalCode } from '#base/rules/south-africa/postal-code.ts'
import { isTaxNumber } from '#base/rules/south-africa/tax-number.ts'
import type { Answers } from './wizard/answers.ts'
import { HOME_COUNTRY } from './wizard/countries.ts'

/** A plausibility warning: shown beside the field, does not block, flagged to staff (decisions, "ID numbers"). */
export interface Warning {
  /** Dotted: "childrenDetails.0.idNumber". */
  path: string
  message: string
}

/** Plausibility checks: text for the client, and for staff. */
const checkTexts = {
  idNumber: {
    client: 'This isn’t a valid South African ID number. Please check it against your ID card or book.',
    staff: 'This is not a valid South African ID number.',
  },
  dateOfBirth: {
    client: 'This ID number doesn’t match your date of birth. Please check both.',
    staff: 'This ID number doesn’t match the date of birth.',
  },
  childIdNumber: {
    client: 'This isn’t a valid South African ID number. Please check it.',
    staff: 'This is not a valid South African ID number.',
  },
  taxNumber: {
    client: 'This isn’t a valid South African income tax number (10 digits). Please check it.',
    staff: 'This is not a valid South African income tax number (10 digits).',
  },
  mobileNumber: {
    client: 'This isn’t a valid South African mobile number. Please check it.',
    staff: 'This is not a valid South African mobile number.',
  },
  postalCode: {
    client: 'South African postal codes have four digits. Please check it.',
    staff: 'South African postal codes have four digits.',
  },
} as const satisfies Record<string, Record<'client' | 'staff', string>>

/** Kinds of checks, as stored and in the API. */
export type CheckName = keyof typeof checkTexts

export const checkNames = Object.keys(checkTexts) as [CheckName, ...CheckName[]]

/** A failed check, and the answer it is about. */
interface Finding {
  path: string
  check: CheckName
  /** The failed answers: when one changes, it is a new check. */
  values: readonly string[]
}

/** A failed check as staff review it. */
export interface StaffCheck {
  /** Dotted: "childrenDetails.0.idNumber". */
  path: string
  check: CheckName
  message: string
  /** The failed answers as one comparable text. */
  about: string
}

type Check = (answers: Answers) => Finding[]

const idNumber: Check = ({ idDocumentType, idNumber: text, dateOfBirth }) => {
  if (idDocumentType !== 'id' || !text) return []
  const facts = readIdNumber(text)
  if (facts === null) return [{ path: 'idNumber', check: 'idNumber', values: [text] }]
  if (!dateOfBirth || agreesWithDateOfBirth(facts, dateOfBirth)) return []
  return [{ path: 'idNumber', check: 'dateOfBirth', values: [text, dateOfBirth] }]
}

const childrensIdNumbers: Check = ({ childrenDetails }) =>
  childrenDetails.flatMap(({ idNumber: text }, index) =>
    text && readIdNumber(text) === null
      ? [{ path: `childrenDetails.${index}.idNumber`, check: 'childIdNumber' as const, values: [text] }]
      : [],
  )

const taxNumber: Check = ({ taxIncomeNumber }) =>
  taxIncomeNumber && !isTaxNumber(taxIncomeNumber)
    ? [{ path: 'taxIncomeNumber', check: 'taxNumber', values: [taxIncomeNumber] }]
    : []

const mobileNumber: Check = ({ mobileNumber: text }) =>
  text && toE164(text) === null ? [{ path: 'mobileNumber', check: 'mobileNumber', values: [text] }] : []

const postalCode: Check = ({ country, postalCode: text }) =>
  country === HOME_COUNTRY && text && !isSouthAfricanPostalCode(text)
    ? [{ path: 'postalCode', check: 'postalCode', values: [country, text] }]
    : []

const checks: readonly Check[] = [idNumber, childrensIdNumbers, taxNumber, mobileNumber, postalCode]

/** All warnings about the answers, with the text for clients. */
export function warningsFor(answers: Answers): Warning[] {
  return checks
    .flatMap((check) => check(answers))
    .map(({ path, check }) => ({ path, message: checkTexts[check].client }))
}

/** The same for staff, who decide on each check for these answers. */
export function staffChecksOf(answers: Answers): StaffCheck[] {
  return checks
    .flatMap((check) => check(answers))
    .map(({ path, check, values }) => ({
      path,
      check,
      message: checkTexts[check].staff,
      about: JSON.stringify(values),
    }))
}
