/** Letters that Unicode does not decompose, by what people type for them. `fold_text` in the database has the same. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ɓ: 'b',
  ɗ: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
const ACCENTS = /[\u0300-\u036F]/gu
const APOSTROPHES_AND_HYPHENS = /['’‘ʼʻ`´\u2010-\u2015\u2212-]/gu

/**
 * A text as it is searched: without capitals, accents, apostrophes and hyphens, so that "obrien" finds "O’Brien". The database's
 * `fold_text` answers the same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(APOSTROPHES_AND_HYPHENS, '')
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
}
