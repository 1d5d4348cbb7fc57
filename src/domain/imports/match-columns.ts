import { foldText } from '#domain/input/fold-text.ts'
import { readIdNumber } from '#domain/south-africa/id-number.ts'
import { textOf, type Cell, type TableRow } from './cells.ts'
import { importFieldLabel, importFields, synonyms, type ImportField } from './fields.ts'

/** A header as it is compared: letters and digits only. */
function headerKey(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A column, its header and some of its values. */
export interface Column {
  header: string
  samples: (Cell | null)[]
}

/**
 * Proposes a field for each column: by its header, else by its values (ID numbers with a valid check digit, email
 * addresses). Each field is proposed once.
 */
export function proposeFields(columns: readonly Column[]): (ImportField | null)[] {
  const free = new Set(importFields)
  const proposed: (ImportField | null)[] = columns.map(() => null)
  const propose = (match: (field: ImportField, column: Column) => boolean) => {
    columns.forEach((column, index) => {
      if (proposed[index] !== null) return
      const field = [...free].find((each) => match(each, column))
      if (field === undefined) return
      free.delete(field)
      proposed[index] = field
    })
  }
  propose((field, { header }) => headerKey(importFieldLabel(field)) === headerKey(header))
  propose((field, { header }) => synonyms[field]?.includes(headerKey(header)) === true)
  propose((field, { samples }) => fits(field, samples))
  return proposed
}

function fits(field: ImportField, samples: readonly (Cell | null)[]): boolean {
  const texts = samples.flatMap((cell) => (cell === null ? [] : [textOf(cell)]))
  if (texts.length === 0) return false
  if (field === 'idNumber') return texts.every((text) => readIdNumber(text) !== null)
  return field === 'email' && texts.every((text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text))
}

/** The first row that is not empty: the header, as proposed. */
export function proposeHeaderRow(rows: readonly TableRow[]): number {
  return rows.find(({ cells }) => cells.some((cell) => cell !== null))?.number ?? 1
}
