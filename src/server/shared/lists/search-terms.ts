import { foldText } from '#domain/input/fold-text.ts'
import { withoutSeparators } from '#domain/input/tidy.ts'

const MAX_TERMS = 6
/** A telephone number, or a part of one, however it is written. */
const TELEPHONE = /^\+?\d{3,}$/u
/** An index of trigrams finds the middle of a word by three letters or more, and its beginning by fewer. */
const SHORTEST_INFIX = 3

/**
 * What somebody searches for, as texts that a row's search text has to contain, every one: each word anywhere, a
 * word of one or two letters at the beginning of another, and a telephone number without what people put between its
 * digits, the leading zero included.
 */
export function searchTerms(search: string): string[] {
  const number = withoutSeparators(search)
  const terms = TELEPHONE.test(number) ? [significantDigits(number)] : foldText(search).split(/\s+/u)
  return terms
    .filter((word) => word !== '')
    .slice(0, MAX_TERMS)
    .map(termOf)
}

/** "082 123", "0027 82 123" and "+27 (0)82 123" are all parts of +2782123…: what they share is "82123". */
function significantDigits(number: string): string {
  return number.replace(/^(?:(?:\+|00)27(?:0(?=\d)|(?=[1-9]))|270?(?=[678])|\+|0{1,2})/u, '')
}

/** A search text begins with a space, and has one before each word. */
function termOf(word: string): string {
  return [...word].length < SHORTEST_INFIX ? ` ${word}` : word
}
