/** Rows of a file from one to another, both included. */
export type RowRange = readonly [from: number, to: number]

/** What to do about other texts. */
export const ROWS_HINT = 'Please enter rows of the file, such as 2-40, 55'

const RANGE = /^(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?$/u

/** Reads chosen rows of a file, as in "2-40, 55". @returns null for other texts */
export function parseRows(text: string): RowRange[] | null {
  const ranges: RowRange[] = []
  for (const part of text.split(',')) {
    const [, from, to = from] = RANGE.exec(part.trim()) ?? []
    if (from === undefined || Number(to) < Number(from)) return null
    ranges.push([Number(from), Number(to)])
  }
  return ranges
}
