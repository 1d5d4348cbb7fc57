import { compareBirths, compareCountries, compareSexes, isBornSameDay, type Feature } from './features.ts'
import type { EntryKind, ListedBirth, ListSource, NameQuality, Sex } from './lists.ts'
import { matchNames, round, type NameMatch } from './match-names.ts'
import { matchOrganisations } from './match-organisations.ts'
import type { WordPair } from './match-words.ts'
import { THRESHOLDS } from './thresholds.ts'

/**
 * The matcher's version: stored with every screening. Change it with any rule or number of this folder; all are compared
 * again.
 */
export const MATCHER_VERSION = 2

/** A name this similar that other facts rule out is recorded. */
const RULED_OUT_NAME = 0.8

/** A name this similar is looked at where the day of birth is the same. */
const SAME_DAY_NAME = 0.55

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
  kind: EntryKind
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

type Matcher = (mine: string, listed: string) => NameMatch

function bestName(mine: readonly string[], listed: ListedPerson['names'], match: Matcher): BestName | null {
  let best: BestName | null = null
  for (const one of mine) {
    for (const { folded, quality } of listed) {
      // A name in another script: nothing of it can be compared.
      if (folded === '') continue
      const found = match(one, folded)
      const weak = quality === 'weak'
      const score = weak ? Math.min(found.score, WEAK_NAME) : found.score
      if (best === null || score > best.score) best = { ...found, score, mine: one, listed: folded, weak }
    }
  }
  return best
}

function nameFeature(name: BestName): Feature {
  const { weak } = name
  const text = weak ? `${howSimilar(name)}, a weak alias` : howSimilar(name)
  return { fact: 'name', points: name.score, text }
}

function howSimilar({ score, mine, listed, joined, contained }: BestName): string {
  if (mine === listed) return 'Name equal'
  if (joined) return 'Name equal or nearly so when written as one word'
  if (score >= RULED_OUT_NAME) return 'Name similar'
  return contained ? 'Has all names of the entry' : 'Name may be another spelling'
}

/** Scores a client against an entry. The same from both directions, since both call this. */
export function scorePair(person: Person, listed: ListedPerson): Score {
  const isPerson = listed.kind === 'person'
  const sameDay = isPerson && isBornSameDay(person.births, listed.births)
  const match: Matcher = isPerson
    ? (mine, theirs) => matchNames(mine, theirs, { coarse: sameDay })
    : matchOrganisations
  const name = bestName(person.names, listed.names, match)
  const features = [
    name === null ? null : nameFeature(name),
    ...(isPerson ? factsOf(person, listed) : []),
  ].filter((feature) => feature !== null)
  const sum = features.reduce((points, feature) => points + feature.points, 0)
  const score = round(Math.min(1, Math.max(0, sum)))
  const names = { mine: name?.mine ?? '', listed: name?.listed ?? '', pairs: name?.pairs ?? [] }
  if (person.documents.some((number) => listed.documents.includes(number))) {
    const document: Feature = { fact: 'document', points: 1, text: 'Same document number' }
    return { ...names, score: 1, strength: 'strong', features: [document, ...features] }
  }
  const nameScore = name?.score ?? 0
  const isSuspect =
    hasAllNames(listed, name, features) ||
    (sameDay && nameScore >= SAME_DAY_NAME && !features.some(({ fact }) => fact === 'sex'))
  const strength =
    strengthOf(listed, { score, nameScore }) ??
    (isSuspect ? 'possible' : nameScore >= RULED_OUT_NAME ? 'ruled-out' : null)
  return { ...names, score, strength, features }
}

function factsOf(person: Person, listed: ListedPerson): (Feature | null)[] {
  return [
    compareBirths(person.births, listed.births),
    compareCountries(person.countries, listed.countries),
    compareSexes(person.sex, listed.sex),
  ]
}

/** Someone may add names to that of the United Nations' list: only another birth rules them out. */
function hasAllNames(
  { source, kind }: ListedPerson,
  name: BestName | null,
  features: readonly Feature[],
): boolean {
  const contradicts = features.some(({ fact, points }) => fact === 'birth' && points < 0)
  return source === 'UN' && kind === 'person' && name?.contained === true && !contradicts
}

function strengthOf(
  { source, kind }: ListedPerson,
  { score, nameScore }: { score: number; nameScore: number },
): 'strong' | 'possible' | null {
  const { strong, possible, unPossible, unName } = THRESHOLDS
  if (score >= strong) return 'strong'
  if (score >= possible) return 'possible'
  const isDuty = source === 'UN' && kind === 'person'
  return isDuty && (score >= unPossible || nameScore >= unName) ? 'possible' : null
}
