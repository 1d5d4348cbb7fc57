/** Parts of an occupation with one of these words name an employer or an address, not a trade. */
const SCHOOLS_AND_STREETS: ReadonlySet<string> = new Set(
  'school college university academy street road avenue drive lane'.split(' '),
)

/** The words of a text, in the singular. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/u, '') : word))
}

/** The first trade of which every word is in one part of an occupation or industry, whole and in any order. */
export function tradeIn(text: string, trades: readonly string[]): string | undefined {
  const parts = text
    .split(/[,;]/u)
    .map((part) => new Set(wordsOf(part)))
    .filter((words) => words.isDisjointFrom(SCHOOLS_AND_STREETS))
  return trades.find((trade) => {
    const words = wordsOf(trade)
    return words.length > 0 && parts.some((part) => words.every((word) => part.has(word)))
  })
}
