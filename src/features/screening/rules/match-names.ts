import { editDistance } from '#base/rules/input/edit-distance.ts'
import { isParticle, skeleton } from './fold-name.ts'

/** How two words match. */
export type WordMatch = 'equal' | 'initial' | 'one-letter' | 'two-letters' | 'sound'

/** Two words that were paired. */
export interface WordPair {
  mine: string
  listed: string
  how: WordMatch
  /** 0 to 1. */
  value: number
}

export interface NameMatch {
  /** 0 to 1, four decimals. */
  score: number
  pairs: WordPair[]
  /** The names agree when written as one word. */
  joined: boolean
}

/** From this length, a word may differ in one letter, or in two. */
const ONE_EDIT_LENGTH = 4
const TWO_EDITS_LENGTH = 9
const SOUND = { length: 4, consonants: 3, distance: 3 }
const JOINED_LENGTH = 8

/** How well two folded words match; null for not at all. */
export function matchWords(mine: string, listed: string): Pick<WordPair, 'how' | 'value'> | null {
  if (mine === listed) return { how: 'equal', value: 1 }
  const long = Math.max(mine.length, listed.length)
  const short = Math.min(mine.length, listed.length)
  if (short === 1) return mine[0] === listed[0] ? { how: 'initial', value: 0.75 } : null
  if (short < ONE_EDIT_LENGTH) return null
  const distance = editDistance(mine, listed, SOUND.distance)
  if (distance === 1) return { how: 'one-letter', value: oneEditValue(long) }
  if (distance === 2 && long >= TWO_EDITS_LENGTH) return { how: 'two-letters', value: 0.85 }
  return distance <= SOUND.distance && soundAlike(mine, listed) ? { how: 'sound', value: 0.9 } : null
}

function oneEditValue(length: number): number {
  if (length >= 8) return 0.94
  return length >= 6 ? 0.91 : 0.87
}

function soundAlike(one: string, other: string): boolean {
  const consonants = skeleton(one)
  return consonants.length >= SOUND.consonants && consonants === skeleton(other)
}

/** The weight of a word: longer ones say more, particles little. */
function weight(word: string): number {
  return ((isParticle(word) ? 0.3 : 1) * Math.min(word.length, 8)) / 6
}

const isName = (word: string) => word.length > 1 && !isParticle(word)

/** Weights of words without a partner. Lists contain more names of a person than clients give. */
const UNMATCHED = {
  mine: { word: 0.35, initial: 0.1 },
  listed: { word: 0.15, initial: 0.05 },
}

function unmatchedWeight(words: readonly string[], { word, initial }: { word: number; initial: number }) {
  return words.reduce((sum, one) => sum + weight(one) * (one.length === 1 ? initial : word), 0)
}

/** Compares two folded names: a client's, and one on a list. */
export function matchNames(mine: string, listed: string): NameMatch {
  const [my, theirs] = [mine, listed].map((name) => name.split(' ').filter(Boolean)) as [string[], string[]]
  const { pairs, mineLeft, listedLeft } = pairWords(my, theirs)
  if (my.length > 0 && sorted(my) === sorted(theirs)) return { score: 1, pairs, joined: false }
  let matched = 0
  let whole = unmatchedWeight(mineLeft, UNMATCHED.mine) + unmatchedWeight(listedLeft, UNMATCHED.listed)
  for (const { mine: one, listed: other, value } of pairs) {
    const both = (weight(one) + weight(other)) / 2
    matched += value * both
    whole += both
  }
  const byWords = whole === 0 ? 0 : Math.min(matched / whole, limit(my, theirs, pairs))
  const byJoined = my.length === theirs.length ? 0 : matchJoined(my.join(''), theirs.join(''))
  return { score: round(Math.max(byWords, byJoined)), pairs, joined: byJoined > byWords }
}

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** One common word says little: the score is limited where fewer than two names match. */
function limit(mine: readonly string[], listed: readonly string[], pairs: readonly WordPair[]): number {
  const names = pairs.filter((pair) => isName(pair.mine) && pair.listed.length > 1)
  if (names.length >= 2) return 1
  return mine.filter(isName).length === 1 && listed.filter(isName).length === 1 ? 0.9 : 0.7
}

function matchJoined(mine: string, listed: string): number {
  if (Math.max(mine.length, listed.length) < JOINED_LENGTH) return 0
  const distance = editDistance(mine, listed, 2)
  return distance > 2 ? 0 : 1 - distance * 0.05
}

/** Pairs words, best ones first and each once. */
function pairWords(mine: readonly string[], listed: readonly string[]) {
  const possible = mine.flatMap((one, i) =>
    listed.flatMap((other, j) => {
      const match = matchWords(one, other)
      return match === null ? [] : [{ i, j, pair: { mine: one, listed: other, ...match } }]
    }),
  )
  possible.sort((a, b) => b.pair.value - a.pair.value || b.pair.mine.length - a.pair.mine.length)
  const usedMine = new Set<number>()
  const usedListed = new Set<number>()
  const pairs: WordPair[] = []
  for (const { i, j, pair } of possible) {
    if (usedMine.has(i) || usedListed.has(j)) continue
    usedMine.add(i)
    usedListed.add(j)
    pairs.push(pair)
  }
  return {
    pairs,
    mineLeft: mine.filter((_, i) => !usedMine.has(i)),
    listedLeft: listed.filter((_, j) => !usedListed.has(j)),
  }
}

/** Four decimals: sums of points have no rounding errors at a threshold. */
export function round(score: number): number {
  return Math.round(score * 10_000) / 10_000
}
