import { withoutEnd } from '#base/rules/input/without-end.ts'
import { flatten, readings } from './leetspeak.ts'

/** Adjacent keys and letters: runs of them are guessed like common passwords. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]\\',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertyuiopasdfghjklzxcvbnm',
  '`1234567890-=',
  '01234567890123456789',
]
/** Repeating a pattern of up to this length adds no strength. */
const SHORT_PATTERN = 5
/** Longer texts are not split: half of one exceeds every listed password. */
const LONGEST_TAKEN_APART = 32

const straightRuns = ROWS.flatMap((row) => [row, [...row].reverse().join('')])

/**
 * The shortest pattern that a text repeats from start to end, the last one possibly cut off; otherwise the text itself.
 * Linear time (Knuth, Morris and Pratt border table).
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
 * Parts of a text without digits and signs at either end, at least half its length: what remains of a decorated common
 * password.
 */
function largerParts(text: string): string[] {
  const shortest = Math.ceil(text.length / 2)
  if (text.length > LONGEST_TAKEN_APART) {
    const inner = withoutEnd(text.replace(/^\P{L}+/u, ''), /\P{L}/u)
    return inner.length < shortest ? [text] : [text, inner]
  }
  const lastStart = Math.min(text.length - text.replace(/^\P{L}+/u, '').length, text.length - shortest)
  const firstEnd = withoutEnd(text, /\P{L}/u).length
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
 * Whether a password is listed, a repeated pattern or a run of keys, ignoring case, leetspeak and added digits and
 * signs ("P@ssw0rd2026!"): what attackers guess first.
 */
export function isCommon(password: string, isListed: (text: string) => boolean): boolean {
  const seen = new Set(largerParts(flatten(password)).flatMap(readings))
  return [...seen].some((part) => isGuessed(part, isListed))
}
