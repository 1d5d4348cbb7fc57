import { foldText } from './fold-text.ts'

/** Abbreviations in headers of firms' own lists. */
const abbreviations: Readonly<Record<string, string>> = {
  addr: 'address',
  adr: 'address',
  no: 'number',
  nr: 'number',
  num: 'number',
  cl: 'client',
  tel: 'telephone',
  ref: 'reference',
}
/** Words that say nothing about what an address or a telephone number is for here. */
const dropped: ReadonlySet<string> = new Set(['res', 'residential', 'physical', 'home'])

/** A header as it is compared, as written and with abbreviations in full: letters and digits only. */
export function headerKeys(text: string): string[] {
  const folded = foldText(text.slice(0, 200))
  const plain = folded.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const terms = folded
    .replaceAll(/\([^()]*\)/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !dropped.has(word))
  return [plain, terms.map((word) => abbreviations[word] ?? word).join('')]
}

/** A row of a table, as far as a header is concerned. */
interface HeaderRow {
  number: number
  cells: readonly ({ text: string } | null)[]
}

/** Titles and notes above a header. */
const MAX_ROWS_ABOVE = 50

/** How many different known columns a row names. */
function knownIn({ cells }: HeaderRow, known: ReadonlySet<string>): number {
  const found = cells.flatMap((cell) => {
    const key = cell === null ? undefined : headerKeys(cell.text).find((each) => known.has(each))
    return key === undefined ? [] : [key]
  })
  return new Set(found).size
}

/**
 * The row that names most known columns; without any, the first one with several cells.
 *
 * @param known keys of headers, as of `headerKeys`
 */
export function findHeader(
  rows: readonly HeaderRow[],
  known: ReadonlySet<string>,
): { number: number; known: number } {
  let best = { number: 0, known: 0 }
  const first = rows.slice(0, MAX_ROWS_ABOVE)
  for (const row of first) {
    const count = knownIn(row, known)
    if (count > best.known) best = { number: row.number, known: count }
  }
  if (best.known > 0) return best
  const isWide = ({ cells }: HeaderRow) => cells.filter((cell) => cell !== null).length > 1
  return { number: (first.find(isWide) ?? first[0])?.number ?? 1, known: 0 }
}
