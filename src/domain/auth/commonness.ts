import { flatten, readings } from './leetspeak.ts'

/** Keys and letters next to each other: a run of them is guessed like a common password. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]\\',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertyuiopasdfghjklzxcvbnm',
  '`1234567890-=',
  '01234567890123456789',
]
/** A pattern of up to this many characters gives nothing when repeated. */
const SHORT_PATTERN = 5
/** Half of a longer text is longer than any listed password: taking it apart in every way would only take time. */
const LONGEST_TAKEN_APART = 32

const straightRuns = ROWS.flatMap((row) => [row, [...row].reverse().join('')])

/**
 * The shortest pattern that a text repeats from its beginning to its end, the last time perhaps cut short; the text
 * itself where there is none. Takes linear time (the border table of Knuth, Morris and Pratt).
 */
export function repeatedPattern(text: string): string {
  const borders = [0]
  let border = 0
  for (let end = 1; end < text.length; end += 1) {
    while (border > 0 && text[end] !== text[border]) border = borders[border - 1] ?? 0
    if (text[end] === text[border]) border += 1
    borders.push(border)
  }
  const length = text.length - border
  return length * 2 <= text.length ? text.slice(0, length) : text
}

/**
 * The parts of a text that leave out nothing but digits and signs at its ends, and make up at least half of it: what
 * is left when one takes away what somebody may have put around a common password.
 */
function largerParts(text: string): string[] {
  const shortest = Math.ceil(text.length / 2)
  if (text.length > LONGEST_TAKEN_APART) {
    const inner = text.replaceAll(/^\P{L}+|\P{L}+$/gu, '')
    return inner.length < shortest ? [text] : [text, inner]
  }
  const lastStart = Math.min(text.length - text.replace(/^\P{L}+/u, '').length, text.length - shortest)
  const firstEnd = text.replace(/\P{L}+$/u, '').length
  const parts = []
  for (let start = 0; start <= lastStart; start += 1) {
    for (let end = Math.max(firstEnd, start + shortest); end <= text.length; end += 1) {
      parts.push(text.slice(start, end))
    }
  }
  return parts
}

function isGuessed(part: string, isListed: (text: string) => boolean): boolean {
  if (isListed(part) || straightRuns.some((run) => run.includes(part))) return true
  const pattern = repeatedPattern(part)
  return pattern !== part && (pattern.length <= SHORT_PATTERN || isCommon(pattern, isListed))
}

/**
 * Whether a password is a listed one, a pattern repeated, or a run of keys, also in other capitals, with signs for
 * letters, and with digits and signs put around it ("P@ssw0rd2026!"): these are what guessers try first.
 */
export function isCommon(password: string, isListed: (text: string) => boolean): boolean {
  const seen = new Set(largerParts(flatten(password)).flatMap(readings))
  return [...seen].some((part) => isGuessed(part, isListed))
}
