import { isParticle } from './fold-name.ts'

type Rule = readonly [RegExp, string]

/** Spellings of one sound, in this order. */
const SOUNDS: readonly Rule[] = [
  [/^(?:x|hs)/gu, 's'],
  [/x/gu, 'ks'],
  [/ou(?=[aei])/gu, 'w'],
  [/^abd[aeiou]+l(?=[^aeiou])/gu, 'abd'],
  [/^abd[aeiou]+([rsztdn])\1/gu, 'abd$1'],
  [/schtsch|chtch|shch|tsch|tch|sch|sh|ch|cz/gu, 's'],
  [/ph/gu, 'f'],
  [/dzh|dsh|dj|zh/gu, 'j'],
  [/ts|tz|zz/gu, 's'],
  [/kh|gh|ck|[qcg]/gu, 'k'],
  [/dh/gu, 'd'],
  [/th/gu, 't'],
  [/z/gu, 's'],
  [/j/gu, 'y'],
  [/w/gu, 'v'],
  [/h/gu, ''],
]

/** As `SOUNDS`, with voiced and voiceless consonants, all sibilants, and l and r as one; j is a sibilant or a vowel. */
const coarseRules = (j: 's' | 'y'): readonly Rule[] => [
  [/ou(?=[aei])/gu, 'w'],
  [/^(?:x|hs)/gu, 's'],
  [/x/gu, 'ks'],
  [/schtsch|chtch|shch|tsch|tch|sch|dzh|dsh|dj|zh|sh|ch|cz|ts|tz|dz|z/gu, 's'],
  [/j/gu, j],
  [/ph/gu, 'f'],
  [/kh|gh|ck|[qcg]/gu, 'k'],
  [/dh|th|d/gu, 't'],
  [/[bfvw]/gu, 'p'],
  [/r/gu, 'l'],
  [/h/gu, ''],
]

/** Names repeat: most words are known already. */
const MAX_KNOWN = 20_000

/** The consonants of a folded word by rules, with a sign for a leading vowel. */
function soundsBy(rules: readonly Rule[]): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const spelt = rules.reduce((text, [from, to]) => text.replaceAll(from, to), word)
    const first = /^[aeiouy]/u.test(spelt) ? 'a' : ''
    const sound = (first + spelt.replaceAll(/[aeiouy]/gu, '')).replaceAll(/(.)\1+/gu, '$1')
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(word, sound)
    return sound
  }
}

/** The sound of a folded word: one for "Mohammed", "Muhamad" and "Mohamed". */
export const soundOf = soundsBy(SOUNDS)

const coarseSounds = [soundsBy(coarseRules('s')), soundsBy(coarseRules('y'))] as const

/** The sounds of a folded word that languages confuse are one: two ways to read it. */
export function coarseSoundsOf(word: string): [string, string] {
  return [coarseSounds[0](word), coarseSounds[1](word)]
}

/** The consonants of a word's sound: a leading vowel is none. */
export function consonantsOf(word: string): number {
  return soundOf(word).replace(/^a/u, '').length
}

/**
 * Every two sounds of a folded name's words, in order: two names with one in common are compared. Short words and
 * particles say too little.
 */
export function soundPairs(folded: string): string[] {
  const words = folded.split(' ').filter((word) => word.length > 2 && !isParticle(word))
  const sounds = [...new Set(words.map(soundOf).filter((sound) => sound.length > 1))].toSorted()
  return sounds.flatMap((one, at) => sounds.slice(at + 1).map((other) => `${one}|${other}`))
}
