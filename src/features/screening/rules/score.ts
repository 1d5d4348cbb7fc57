import { compareBirths, compareCountries, compareSexes, type Feature } from './features.ts'
import type { ListedBirth, ListSource, NameQuality, Sex } from './lists.ts'
import { matchNames, round, type NameMatch, type WordPair } from './match-names.ts'
import { DEFAULT_THRESHOLDS, type Thresholds } from './thresholds.ts'

/** The matcher's version: stored with every screening. Change it with any rule or number of this folder. */
export const MATCHER_VERSION = 1

/** What a comparison depends on beside its facts: another one compares everyone again. */
export function matcherOf(thresholds: Thresholds): string {
  const { strong, possible, unPossible, unName } = thresholds
  return [MATCHER_VERSION, strong, possible, unPossible, unName].join('/')
}

/** A name this similar that other facts rule out is recorded. */
const RULED_OUT_NAME = 0.8

/** Names that a list calls weak count for at most this much. */
const WEAK_NAME = 0.85

/** What is compared of a client. */
export interface Person {
  /** Folded. */
  names: readonly string[]
  /** yyyy-MM-dd. */
  births: readonly string[]
  countries: readonly string[]
  /** Keyed hashes. */
  documents: readonly string[]
  sex: Sex | null
}

/** What is compared of an entry on a list. */
export interface ListedPerson {
  source: ListSource
  /** Folded. */
  names: readonly { folded: string; quality: NameQuality }[]
  births: readonly ListedBirth[]
  countries: readonly string[]
  documents: readonly string[]
  sex: Sex | null
}

export const strengths = ['strong', 'possible', 'ruled-out'] as const
/** `strong` and `possible` are hits. */
export type Strength = (typeof strengths)[number]

/** How similar a client and an entry are, and why. */
export interface Score {
  score: number
  strength: Strength | null
  features: Feature[]
  /** The best two names, folded, and how their words match. */
  mine: string
  listed: string
  pairs: WordPair[]
}

interface BestName extends NameMatch {
  mine: string
  listed: string
  weak: boolean
}

function bestName(mine: readonly string[], listed: ListedPerson['names']): BestName | null {
  let best: BestName | null = null
  for (const one of mine) {
    for (const { folded, quality } of listed) {
      const match = matchNames(one, folded)
      const weak = quality === 'weak'
      const score = weak ? Math.min(match.score, WEAK_NAME) : match.score
      if (best === null || score > best.score) best = { ...match, score, mine: one, listed: folded, weak }
    }
  }
  return best
}

function nameFeature({ score, mine, listed, joined, weak }: BestName): Feature {
  const how =
    mine === listed
      ? 'Name equal'
      : joined
        ? 'Name equal or nearly so when written as one word'
        : 'Name similar'
  return { fact: 'name', points: score, text: weak ? `${how}, a weak alias` : how }
}

/** Scores a client against an entry. The same from both directions, since both call this. */
export function scorePair(
  person: Person,
  listed: ListedPerson,
  thresholds: Thresholds = DEFAULT_THRESHOLDS,
): Score {
  const name = bestName(person.names, listed.names)
  const nameScore = name?.score ?? 0
  const features = [
    ...(name === null ? [] : [nameFeature(name)]),
    compareBirths(person.births, listed.births),
    compareCountries(person.countries, listed.countries),
    compareSexes(person.sex, listed.sex),
  ].filter((feature) => feature !== null)
  const total = round(
    Math.min(
      1,
      Math.max(
        0,
        features.reduce((sum, { points }) => sum + points, 0),
      ),
    ),
  )
  const names = { mine: name?.mine ?? '', listed: name?.listed ?? '', pairs: name?.pairs ?? [] }
  if (person.documents.some((number) => listed.documents.includes(number))) {
    const document: Feature = { fact: 'document', points: 1, text: 'Same document number' }
    return { ...names, score: 1, strength: 'strong', features: [document, ...features] }
  }
  return {
    ...names,
    score: total,
    strength: strengthOf(thresholds, listed.source, { score: total, nameScore }),
    features,
  }
}

function strengthOf(
  { strong, possible, unPossible, unName }: Thresholds,
  source: ListSource,
  { score, nameScore }: { score: number; nameScore: number },
): Strength | null {
  if (score >= strong) return 'strong'
  if (score >= possible) return 'possible'
  if (source === 'UN' && (score >= unPossible || nameScore >= unName)) return 'possible'
  return nameScore >= RULED_OUT_NAME ? 'ruled-out' : null
}
