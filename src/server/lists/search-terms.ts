const MOST_TERMS = 6
/** A telephone number, or a part of one, however it is written. */
const TELEPHONE = /^\+?[\d\s()-]{3,}$/u
/** An index of trigrams finds the middle of a word by three letters or more, and its beginning by fewer. */
const SHORTEST_INFIX = 3

/**
 * What somebody searches for, as texts that a row's search text has to contain, every one: each word anywhere, a
 * word of one or two letters at the beginning of another, and a telephone number without what people put between its
 * digits, the leading zero included.
 */
export function searchTerms(search: string): string[] {
  const words = TELEPHONE.test(search) ? [significantDigits(search)] : search.split(/\s+/u)
  return words
    .filter((word) => word !== '')
    .slice(0, MOST_TERMS)
    .map(termOf)
}

/** "082 123" and "+27 82 123" are both parts of +2782123…: what they share is "82123". */
function significantDigits(text: string): string {
  return text.replaceAll(/\D/gu, '').replace(/^(?:27(?=[678])|0)/u, '')
}

/** A search text begins with a space, and has one before each word. */
function termOf(word: string): string {
  return [...word].length < SHORTEST_INFIX ? ` ${word}` : word
}
