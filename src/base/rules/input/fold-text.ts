/**
 * Letters without a Unicode decomposition, with their usual transliteration. The database's `fold_text` has the same.
 */
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
 * A text for searching: without case, accents, apostrophes and hyphens, so that "obrien" matches "O’Brien". Same as the
 * database's `fold_text`.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(APOSTROPHES_AND_HYPHENS, '')
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
}
