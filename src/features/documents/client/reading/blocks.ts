/** A part of a document's text, in reading order. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: Cell[][] }
  /** Empty lines with these labels, for a signature by hand. */
  | { kind: 'signature-lines'; labels: string[] }

export interface Cell {
  isHead: boolean
  text: string
}

/** One page of a document as text; null where it has none, as on a scanned page. */
export type PageText = Block[] | null

/** Text with single spaces, without control characters. Spaced letters ("P A G E") become a word again. */
export function tidy(text: string): string {
  const tidied = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return /^(?:\S ){4,}\S$/u.test(tidied) ? tidied.replaceAll(' ', '') : tidied
}

/**
 * The pages with their tables complete: a table's tags are on each of its pages, with empty cells for what is on
 * another. Its heads are repeated, and empty rows are left out.
 */
export function withWholeTables(pages: readonly PageText[]): PageText[] {
  let head: Cell[] = []
  return pages.map((blocks) => {
    if (blocks === null) return null
    return blocks.flatMap((block): Block[] => {
      if (block.kind !== 'table') return [block]
      const [first = [], ...rest] = block.rows
      const continued = isEmpty(first) && first.length === head.length ? head : first
      if (first.every(({ isHead }) => isHead)) head = continued
      const rows = rest.filter((row) => !isEmpty(row))
      if (rows.length === 0 && isEmpty(first)) return []
      return [{ ...block, rows: isEmpty(continued) ? rows : [continued, ...rows] }]
    })
  })
}

function isEmpty(row: readonly Cell[]): boolean {
  return row.every(({ text }) => text === '')
}
