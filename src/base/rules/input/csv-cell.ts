/** Starts of a formula (OWASP, "CSV Injection"). */
const FORMULA_SIGNS = new Set('=+-@＝＋－＠')
/** Programs split differently: text after any separator may be a cell of its own. */
const SEPARATORS = new Set(';,\t\r\n')
/** Programs leave these out at the start of a cell. */
const LEFT_OUT = /[\s"']/u

/** A telephone number starts like a formula, but is harmless. */
const TELEPHONE = /^\+\d+$/u

/** A cell of a CSV file, unquoted: decimal commas, and an apostrophe before text that would run as a formula. */
export function csvCellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return TELEPHONE.test(cell) ? cell : withoutFormulas(cell)
}

function withoutFormulas(text: string): string {
  let isStart = true
  let safe = ''
  for (const sign of text) {
    if (isStart && FORMULA_SIGNS.has(sign)) safe += "'"
    isStart = SEPARATORS.has(sign) || (isStart && LEFT_OUT.test(sign))
    safe += sign
  }
  return safe
}

/** A cell of a CSV file as it was before `csvCellText`: without the apostrophes before formulas. */
export function readCsvCellText(text: string): string {
  if (!text.includes("'")) return text
  const signs = [...text]
  let isStart = true
  return signs
    .filter((sign, index) => {
      const isAdded = isStart && sign === "'" && FORMULA_SIGNS.has(signs[index + 1] ?? '')
      isStart = SEPARATORS.has(sign) || (isStart && LEFT_OUT.test(sign))
      return !isAdded
    })
    .join('')
}
