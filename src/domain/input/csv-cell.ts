/**
 * Start of a formula (OWASP, "CSV Injection"): at the beginning of a cell, and after any separator, since programs
 * split differently.
 */
const FORMULA_START = /(?<before>(?:^|[;,\t\r\n])[\s"']*)(?=[=+\-@＝＋－＠])/gu

/** A telephone number starts like a formula, but is harmless. */
const TELEPHONE = /^\+\d+$/u

/** A cell of a CSV file, unquoted: decimal commas, and an apostrophe before text that would run as a formula. */
export function csvCellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return TELEPHONE.test(cell) ? cell : cell.replaceAll(FORMULA_START, "$<before>'")
}
