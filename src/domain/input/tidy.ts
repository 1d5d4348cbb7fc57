/**
 * Marks of direction, zero-width characters and soft hyphens, which come along unseen where a text is copied. Joiners stay in front
 * of letters without capitals (Arabic, Sinhala) and pictures, where they change what is read.
 */
const INVISIBLE = /(?![\u200c\u200d](?=[\p{Lo}\p{Extended_Pictographic}]))\p{Cf}/gu
const SPACES = /[\t\p{Z}]+/gu
/** The hyphens of Unicode that mean no more than the one on a keyboard. */
const HYPHENS = /[\u2010\u2011\uFE63\uFF0D]/gu
const DASHES = /[\p{Pd}\u2212]/gu
/** What people and phones put between the digits of a number. */
const SEPARATORS = /[\s\p{Z}\p{Cf}\p{Pd}\u2212./\\()·•]/gu

/** One line of text in its one spelling: composed letters, single spaces, plain hyphens, nothing that cannot be seen. */
export function tidyLine(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(SPACES, ' ')
    .replaceAll(HYPHENS, '-')
    .normalize('NFC')
    .trim()
}

/** A name in its one spelling: as {@link tidyLine}, and every dash is a hyphen. */
export function tidyName(name: string): string {
  return tidyLine(name.replaceAll(DASHES, '-'))
}

/** A number without what is put between its digits; full-width digits are plain ones. */
export function withoutSeparators(text: string): string {
  return text.normalize('NFKC').replaceAll(SEPARATORS, '')
}
