import { withoutSeparators } from '#base/rules/input/tidy.ts'
import { compactIdNumber, isPassportNumber, readIdNumber } from '#base/rules/south-africa/id-number.ts'
import { isTaxNumber } from '#base/rules/south-africa/tax-number.ts'
import { toPhoneNumber } from '#base/rules/south-africa/phone-number.ts'
import { textOf, type Cell } from '#base/rules/tables/cells.ts'
import type { RowProblemCode } from './problems.ts'

/** A number read from a spreadsheet, which may have damaged it. */
export interface ReadNumber {
  number: string
  problem: RowProblemCode | null
}

const ID_LENGTH = 13
const TAX_LENGTH = 10
/** Spreadsheets write "8,00102E+12" for numbers of 12 digits and more. */
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?1[0-2]$/iu
/** Excel's CSV files show six digits; with so many the number may be whole. */
const WHOLE_MANTISSA = 10
const DIGITS = /^\d+$/u
/** "8001.0", as some programs export whole numbers. */
const WHOLE_DECIMAL = /^(\d+)[.,]0+$/u
/** A number in scientific form with fewer digits than it has: the others are lost. */
const SCIENTIFIC = /^\d(?:[.,](\d+))?E\+?(\d{1,3})$/iu
/** A shorter number cannot be an ID number without its zeros: those of 2000 begin with at most five. */
const MIN_DIGITS = 7

/**
 * Reads an ID or passport number. Lost zeros are restored only where check digit and date then fit.
 *
 * @param isForeign whether the document is known to be no South African ID
 */
export function readIdCell(cell: Cell, isForeign: boolean): ReadNumber {
  const [, first = '', rest = ''] = EXPONENT.exec(withoutSpaces(cell.text)) ?? []
  const number = compactIdNumber(wholeText(cell))
  if (isForeign) return { number, problem: null }
  if (first !== '') {
    const isWhole = first.length + rest.length >= WHOLE_MANTISSA && readIdNumber(number) !== null
    return { number, problem: isWhole ? null : 'id-number-shortened' }
  }
  if (DIGITS.test(number) && number.length >= MIN_DIGITS && number.length < ID_LENGTH) {
    const padded = number.padStart(ID_LENGTH, '0')
    if (readIdNumber(padded) === null) return { number, problem: 'id-number-shortened' }
    return { number: padded, problem: 'zeros-restored' }
  }
  if (readIdNumber(number) !== null || isPassportNumber(number)) return { number, problem: null }
  return { number, problem: 'id-number-doubtful' }
}

/** An ID or passport number has at least so many digits. */
const MIN_IDENTIFYING_DIGITS = 6
const ONE_DIGIT = /^(\d)\1*$/u

/** Whether a number tells people apart: placeholders such as "N/A" and "0000000000000" do not. */
export function isIdentifying(number: string): boolean {
  return number.replaceAll(/\D/gu, '').length >= MIN_IDENTIFYING_DIGITS && !ONE_DIGIT.test(number)
}

/** Reads an income tax number, with lost zeros restored where the check digit then fits. */
export function readTaxCell(cell: Cell): ReadNumber {
  const number = withoutSeparators(wholeText(cell))
  if (isTaxNumber(number)) return { number, problem: null }
  const padded = number.padStart(TAX_LENGTH, '0')
  if (DIGITS.test(number) && isTaxNumber(padded)) return { number: padded, problem: 'zeros-restored' }
  return { number: wholeText(cell), problem: 'tax-number-doubtful' }
}

/** Whether a spreadsheet lost digits of a number, as in "2,78256E+10". */
function isShortened({ text }: Cell): boolean {
  const [, decimals = '', exponent] = SCIENTIFIC.exec(withoutSpaces(text)) ?? []
  return exponent !== undefined && decimals.length < Number(exponent)
}

/** Reads a phone number; one of nine digits has lost its zero. */
export function readPhoneCell(cell: Cell): ReadNumber {
  if (cell.kind === 'text' && isShortened(cell)) return { number: cell.text, problem: 'number-shortened' }
  const text = wholeText(cell)
  const number = toPhoneNumber(/^[1-8]\d{8}$/u.test(withoutSeparators(text)) ? `0${text}` : text)
  return number === null ? { number: text, problem: 'mobile-doubtful' } : { number, problem: null }
}

/** A cell with a number that is no amount: whole, without a decimal point. */
export function wholeText(cell: Cell): string {
  const text = textOf({ kind: 'number', text: cell.text.trim() })
  return WHOLE_DECIMAL.exec(text)?.[1] ?? text
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/gu, '')
}
