/**
 * Direction marks, zero-width characters and soft hyphens from copied text. Joiners are kept before caseless scripts
 * (Arabic, Sinhala) and emojis, where they change the rendering.
 */
const INVISIBLE = /(?![\u200c\u200d](?=[\p{Lo}\p{Extended_Pictographic}]))\p{Cf}/gu
const SPACES = /[\t\p{Z}]+/gu
/** Unicode hyphens equivalent to the ASCII one. */
const HYPHENS = /[\u2010\u2011\uFE63\uFF0D]/gu
const DASHES = /[\p{Pd}\u2212]/gu
/** Separators between digits. */
const SEPARATORS = /[\s\p{Z}\p{Cf}\p{Pd}\u2212./\\()·•]/gu

/** A text without direction marks and zero-width characters. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** One normalised line of text: composed letters, single spaces, plain hyphens, no invisible characters. */
export function tidyLine(text: string): string {
  return withoutInvisible(text).replaceAll(SPACES, ' ').replaceAll(HYPHENS, '-').normalize('NFC').trim()
}

/** A normalised name: as {@link tidyLine}, with all dashes as hyphens. */
export function tidyName(name: string): string {
  return tidyLine(name.replaceAll(DASHES, '-'))
}

/** A number without separators; full-width digits become plain ones. */
export function withoutSeparators(text: string): string {
  return text.normalize('NFKC').replaceAll(SEPARATORS, '')
}
