import { foldText } from '#base/rules/input/fold-text.ts'
import { tidyLine } from '#base/rules/input/tidy.ts'

/** Whether a typed name is the user's own, ignoring case, accents and hyphens as in searches. */
export function isSameName(typed: string, name: string): boolean {
  return folded(typed) === folded(name) && folded(name) !== ''
}

const folded = (name: string) => foldText(tidyLine(name))

/** The initials of a name: all that others learn of a signer. */
export function initialsOf(name: string): string {
  const parts = name
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
  return parts.map((word) => `${firstGrapheme(word).toUpperCase()}.`).join(' ')
}

const graphemes = new Intl.Segmenter('en-ZA', { granularity: 'grapheme' })

function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment
  return ''
}

/** An ID number with only its end visible. */
export function maskedIdNumber(idNumber: string): string {
  return `${'•'.repeat(Math.max(0, idNumber.length - 4))}${idNumber.slice(-4)}`
}
