import { foldName } from '#features/screening/rules/fold-name.ts'

/** A symbol within a word, as where one encoding is read as another: "Gro§mann". */
const SYMBOL_IN_WORD = /\uFFFD|\p{L}[§¶†‡•‰‹›™¢¤¥©®±¬\u0080-\u009F]|\p{Ll}[ŸŽŠŒ]\p{Ll}/u
const LATIN = /\p{Script=Latin}/u

/** Whether letters of a text were lost on the way from one encoding to another. */
export function hasLostLetters(text: string): boolean {
  return SYMBOL_IN_WORD.test(text) || (LATIN.test(text) && foldName(text) === '')
}

/** Why such a file is refused. */
export function lostLettersText(text: string): string {
  const word = text.split(/\s/u).find((one) => SYMBOL_IN_WORD.test(one)) ?? text
  const shown = word.slice(0, 40).replaceAll(/[\uFFFD\u0080-\u009F]/gu, '?')
  return `Letters are broken (${shown}). Save as CSV UTF-8, or send the Excel file.`
}
