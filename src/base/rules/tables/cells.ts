/** A cell of an uploaded table: numbers as written, days as yyyy-MM-dd, errors such as "#REF!". */
export interface Cell {
  kind: 'text' | 'number' | 'day' | 'error'
  text: string
  /** A number of a workbook that counts days from 1904. */
  is1904?: true
}

/** A row of an uploaded table. */
export interface TableRow {
  /** Its number in the file, from 1. */
  number: number
  /** Null where empty. */
  cells: (Cell | null)[]
  /** Hidden in the spreadsheet; it is read all the same. */
  hidden?: true
}

const DECIMAL = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d{1,3})?$/iu
/** Excel calculates with 15 significant digits. */
const SIGNIFICANT = 15

/** A spreadsheet's number in plain digits: "8.001015009087E12" is 8001015009087, "64.099999999999994" is 64.1. */
function plainNumber(text: string): string {
  if (!DECIMAL.test(text) || !/[.,E]/iu.test(text)) return text
  const value = Number(text.replace(',', '.'))
  if (Number.isSafeInteger(value)) return String(value)
  const rounded = Number(value.toPrecision(SIGNIFICANT))
  return Math.abs(rounded) < 1e15 && Math.abs(rounded) > 1e-6 ? String(rounded) : text
}

/** The text of a cell, with numbers in plain digits. */
export function textOf({ kind, text }: Cell): string {
  return kind === 'number' ? plainNumber(text) : text
}

/** Bytes that were no letters in the encoding of the file. */
export function hasBrokenLetters({ text }: Cell): boolean {
  return text.includes('\uFFFD')
}
