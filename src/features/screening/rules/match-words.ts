import { editDistance } from '#base/rules/input/edit-distance.ts'
import { isParticle } from './fold-name.ts'
import { isSameName } from './same-names.ts'
import { coarseSoundsOf, consonantsOf, soundOf } from './sounds.ts'

export const wordMatches = [
  'equal',
  'initial',
  'same-name',
  'one-letter',
  'two-letters',
  'sound',
  'coarse-sound',
] as const
/** How two words match. */
export type WordMatch = (typeof wordMatches)[number]

/** Two words that were paired. */
export interface WordPair {
  mine: string
  listed: string
  how: WordMatch
  /** 0 to 1. */
  value: number
}

type Found = Pick<WordPair, 'how' | 'value'> | null

/** Forms of the Arabic article. */
const ARTICLES = new Set('al el ul il ar er as es ash an at ad az l'.split(' '))

/** Words that say little about a person. */
export function isMinorWord(word: string): boolean {
  return isParticle(word) || ARTICLES.has(word)
}

/** Shorter words match by more than one letter only where they sound alike. */
const ONE_EDIT_LENGTH = 4
const TWO_EDITS_LENGTH = 9
const SHORT_SOUND_LENGTH = 3
const MAX_EDITS = 5

/** Edits within which words of one sound are one, by the length of the longer. */
export function editsOfSound(length: number): number {
  if (length >= 9) return 5
  return length >= 8 ? 4 : 3
}

/**
 * How well two folded words match; null for not at all.
 *
 * @param coarse whether sounds that languages confuse are one: only where more agrees than the name
 */
export function matchWords(mine: string, listed: string, { coarse = false } = {}): Found {
  if (mine === listed || (ARTICLES.has(mine) && ARTICLES.has(listed))) return { how: 'equal', value: 1 }
  const short = Math.min(mine.length, listed.length)
  if (short === 1) return mine[0] === listed[0] ? { how: 'initial', value: 0.75 } : null
  if (isSameName(mine, listed)) return { how: 'same-name', value: 0.95 }
  return matchSpellings(mine, listed) ?? (coarse ? matchCoarsely(mine, listed) : null)
}

function matchSpellings(mine: string, listed: string): Found {
  const long = Math.max(mine.length, listed.length)
  const short = Math.min(mine.length, listed.length)
  if (short < SHORT_SOUND_LENGTH) return null
  const distance = editDistance(mine, listed, MAX_EDITS)
  const soundsEqual = distance <= MAX_EDITS && soundOf(mine) === soundOf(listed)
  if (short >= ONE_EDIT_LENGTH) {
    if (distance === 1) return { how: 'one-letter', value: oneEditValue(long) }
    if (distance === 2 && long >= TWO_EDITS_LENGTH) return { how: 'two-letters', value: 0.85 }
    if (soundsEqual && consonantsOf(mine) >= 3 && distance <= editsOfSound(long))
      return { how: 'sound', value: 0.9 }
  }
  const isShortSound =
    soundsEqual &&
    long >= ONE_EDIT_LENGTH &&
    distance <= 2 &&
    consonantsOf(mine) >= 2 &&
    !isParticle(mine) &&
    !isParticle(listed) &&
    startsAlike(mine, listed)
  return isShortSound ? { how: 'sound', value: 0.85 } : null
}

function oneEditValue(length: number): number {
  if (length >= 8) return 0.94
  return length >= 6 ? 0.91 : 0.87
}

/** Vowels that are written for one another. */
const VOWELS: Readonly<Partial<Record<string, string>>> = {
  a: 'ae',
  e: 'aeiy',
  i: 'eiy',
  y: 'eiy',
  o: 'ou',
  u: 'ou',
}

/** Whether the first vowels of two words may be one: Saif is Sayf, but Hassan is not Hussein. */
function startsAlike(mine: string, listed: string): boolean {
  const [one, other] = [mine, listed].map((word) => /[aeiouy]/u.exec(word)?.[0])
  return one === undefined || other === undefined || VOWELS[one]?.includes(other) === true
}

function matchCoarsely(mine: string, listed: string): Found {
  if (Math.min(mine.length, listed.length) < SHORT_SOUND_LENGTH || isParticle(mine) || isParticle(listed))
    return null
  const maxEdits = Math.ceil(Math.max(mine.length, listed.length) * 0.6)
  const distance = editDistance(mine, listed, Math.max(2, maxEdits))
  const [one, oneOtherwise] = coarseSoundsOf(mine)
  const [other, otherOtherwise] = coarseSoundsOf(listed)
  const isEqual =
    (one.length >= 2 && one === other) || (oneOtherwise.length >= 2 && oneOtherwise === otherOtherwise)
  if (isEqual && distance <= Math.max(2, maxEdits)) return { how: 'coarse-sound', value: 0.75 }
  const nearlyEqual =
    one.length >= 4 && other.length >= 4 && editDistance(one, other, 1) <= 1 && distance <= maxEdits
  const shortAlike = one.length === 3 && other.length === 3 && one[0] === other[0] && distance <= 2
  return nearlyEqual || shortAlike ? { how: 'coarse-sound', value: 0.7 } : null
}
