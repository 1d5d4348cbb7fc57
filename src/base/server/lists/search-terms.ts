import { foldText } from '#base/rules/input/fold-text.ts'
import { withoutSeparators } from '#base/rules/input/tidy.ts'

const MAX_TERMS = 6
/** A complete or partial telephone number in any spelling. */
const TELEPHONE = /^\+?\d{3,}$/u
/** A trigram index finds three or more letters inside a word; fewer only at its beginning. */
const SHORTEST_INFIX = 3

/**
 * The terms of a search, all of which a row's search text must contain: words anywhere, words of one or two letters at
 * the start of a word, and telephone numbers without separators and leading zero.
 */
export function searchTerms(search: string): string[] {
  const number = withoutSeparators(search)
  const terms = TELEPHONE.test(number) ? [significantDigits(number)] : foldText(search).split(/\s+/u)
  return terms
    .filter((word) => word !== '')
    .slice(0, MAX_TERMS)
    .map(termOf)
}

/** "082 123", "0027 82 123" and "+27 (0)82 123" are all parts of +2782123…: their common part is "82123". */
function significantDigits(number: string): string {
  return number.replace(/^(?:(?:\+|00)27(?:0(?=\d)|(?=[1-9]))|270?(?=[678])|\+|0{1,2})/u, '')
}

/** Search texts have a space before each word. */
function termOf(word: string): string {
  return [...word].length < SHORTEST_INFIX ? ` ${word}` : word
}
