/** A cell of an uploaded table: numbers as written, days as yyyy-MM-dd, errors such as "#REF!". */
export interface Cell {
  kind: 'text' | 'number' | 'day' | 'error'
  text: string
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

/** A spreadsheet's number as plain digits where it is whole: "8.001015009087E12" is 8001015009087. */
function plainNumber(text: string): string {
  if (!DECIMAL.test(text) || !/[.,E]/iu.test(text)) return text
  const value = Number(text.replace(',', '.'))
  return Number.isSafeInteger(value) ? String(value) : text
}

/** The text of a cell, with whole numbers as plain digits. */
export function textOf({ kind, text }: Cell): string {
  return kind === 'number' ? plainNumber(text) : text
}
