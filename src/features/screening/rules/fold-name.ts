import { foldText } from '#base/rules/input/fold-text.ts'

const HYPHENS = /[\u2010-\u2015\u2212-]/gu
const INVISIBLE = /\p{Cf}/gu
const OTHERS = /[^a-z0-9]+/gu

/** Longer names are cut, so that comparing two has a bound. */
const MAX_NAME_LENGTH = 300

/**
 * A name in the form that is compared: Latin letters and digits in words, without case, accents and apostrophes. Empty
 * for a name in another script.
 */
export function foldName(name: string): string {
  return foldLetters(name).replaceAll(OTHERS, ' ').trim()
}

function foldLetters(name: string): string {
  const spaced = name
    .slice(0, MAX_NAME_LENGTH)
    .normalize('NFKD')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHENS, ' ')
  return foldText(spaced).replaceAll('ə', 'e')
}

/** Letters without a form in Latin letters; modifiers, such as the Hawaiian okina, belong to no script. */
const LOST = /(?=\p{L})[^a-z\p{Script=Common}\p{Script=Inherited}]/u

/** Whether folding a name loses none of its letters. */
export function isFoldable(name: string): boolean {
  return foldName(name) !== '' && !LOST.test(foldLetters(name))
}

/** Whether a name has Latin letters and those of another script, such as a Cyrillic letter that looks Latin. */
export function mixesScripts(name: string): boolean {
  return (
    /\p{Script=Latin}/u.test(name) &&
    /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name)
  )
}

/** Particles and titles, which say little about a person. */
const PARTICLES = new Set(
  'al el ul bin ibn bint ben ould van der den de du da dos das do di la le von zu und y e st abd of the mr mrs ms dr prof haji hajji hadji mullah mawlawi maulavi sheikh shaykh sayyid sayed alhaj'.split(
    ' ',
  ),
)

export function isParticle(word: string): boolean {
  return PARTICLES.has(word)
}
