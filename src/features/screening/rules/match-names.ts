import { editDistance } from '#base/rules/input/edit-distance.ts'
import { isParticle } from './fold-name.ts'
import { editsOfSound, matchWords, isMinorWord, type WordPair } from './match-words.ts'
import { consonantsOf, soundOf } from './sounds.ts'

export interface NameMatch {
  /** 0 to 1, four decimals. */
  score: number
  pairs: WordPair[]
  /** The names agree when written as one word. */
  joined: boolean
  /** All names of the listed name, two or more, are found in the other. */
  contained: boolean
}

const JOINED_LENGTH = 8
/** Words that are one word of the other name together have at least this length. */
const MERGED_LENGTH = 6
/** The score of a name that contains all names of the listed one. */
const CONTAINED = 0.78

/** The weight of a word: longer ones say more, particles little. */
function weight(word: string): number {
  return ((isMinorWord(word) ? 0.3 : 1) * Math.min(word.length, 8)) / 6
}

const isName = (word: string) => word.length > 1 && !isMinorWord(word)

/** Weights of words without a partner. Lists contain more names of a person than clients give. */
const UNMATCHED = {
  mine: { word: 0.35, initial: 0.1 },
  listed: { word: 0.15, initial: 0.05 },
}

function unmatchedWeight(words: readonly string[], { word, initial }: { word: number; initial: number }) {
  return words.reduce((sum, one) => sum + weight(one) * (one.length === 1 ? initial : word), 0)
}

/**
 * Compares two folded names: a client's, and one on a list.
 *
 * @param coarse whether words also match by sounds that languages confuse
 */
export function matchNames(mine: string, listed: string, { coarse = false } = {}): NameMatch {
  const [written, listedAs] = [mine, listed].map((name) => name.split(' ').filter(Boolean)) as [
    string[],
    string[],
  ]
  const my = mergeWords(written, listedAs)
  const theirs = mergeWords(listedAs, my)
  const { pairs, mineLeft, listedLeft } = pairWords(my, theirs, (one, other) =>
    matchWords(one, other, { coarse }),
  )
  if (written.length > 0 && sorted(written) === sorted(listedAs)) {
    return { score: 1, pairs, joined: false, contained: false }
  }
  let matched = 0
  let whole = unmatchedWeight(mineLeft, UNMATCHED.mine) + unmatchedWeight(listedLeft, UNMATCHED.listed)
  for (const { mine: one, listed: other, value } of pairs) {
    const both = (weight(one) + weight(other)) / 2
    matched += value * both
    whole += both
  }
  const byWords = whole === 0 ? 0 : Math.min(matched / whole, limit(my, theirs, pairs))
  const byJoined = written.length === listedAs.length ? 0 : matchJoined(written.join(''), listedAs.join(''))
  const contained = isContained(theirs, pairs)
  const score = Math.max(byWords, byJoined, contained ? CONTAINED : 0)
  return { score: round(score), pairs, joined: byJoined > byWords, contained }
}

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** One common word says little: the score is limited where fewer than two names match. */
function limit(mine: readonly string[], listed: readonly string[], pairs: readonly WordPair[]): number {
  const names = pairs.filter((pair) => isName(pair.mine) && pair.listed.length > 1)
  if (names.length >= 2) return 1
  return mine.filter(isName).length === 1 && listed.filter(isName).length === 1 ? 0.9 : 0.7
}

function isContained(listed: readonly string[], pairs: readonly WordPair[]): boolean {
  const names = listed.filter(isName).length
  const found = pairs.filter(
    (pair) => isName(pair.listed) && pair.how !== 'coarse-sound' && pair.how !== 'initial',
  )
  return names >= 2 && found.length === names
}

function matchJoined(mine: string, listed: string): number {
  if (Math.max(mine.length, listed.length) < JOINED_LENGTH) return 0
  const distance = editDistance(mine, listed, 2)
  return distance > 2 ? 0 : 1 - distance * 0.05
}

/** Joins two or three neighbouring words that are one word of the other name: "hafiz ullah" and "hafizullah". */
function mergeWords(words: readonly string[], others: readonly string[]): string[] {
  const merged = [...words]
  for (const count of [3, 2]) {
    for (let at = 0; at + count <= merged.length; at += 1) {
      const parts = merged.slice(at, at + count)
      const joined = parts.join('')
      if (joined.length < MERGED_LENGTH || parts.some((part) => part.length === 1)) continue
      if (parts.every((part) => others.includes(part))) continue
      if (others.some((other) => isJoined(joined, other))) merged.splice(at, count, joined)
    }
  }
  return merged
}

function isJoined(joined: string, word: string): boolean {
  if (word.length < MERGED_LENGTH || isParticle(word)) return false
  if (editDistance(word, joined, 1) <= 1) return true
  const edits = joined.length >= 9 ? editsOfSound(joined.length) : 4
  return (
    consonantsOf(word) >= 3 && soundOf(word) === soundOf(joined) && editDistance(word, joined, edits) <= edits
  )
}

/** Pairs words, best ones first and each once. */
export function pairWords(
  mine: readonly string[],
  listed: readonly string[],
  match: (mine: string, listed: string) => Pick<WordPair, 'how' | 'value'> | null,
) {
  const possible = mine.flatMap((one, i) =>
    listed.flatMap((other, j) => {
      const found = match(one, other)
      return found === null ? [] : [{ i, j, pair: { mine: one, listed: other, ...found } }]
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
