import { flatten, readings } from './leetspeak.ts'

/** Shorter names occur in too many good passwords by chance. */
const SHORTEST_NAME = 4
/** Shorter parts of a name are ignored. */
const SHORTEST_WORD = 3
/** Minimum length of a password without the words of a name. */
const ENOUGH_BESIDE = 8

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wordsOf(flatName: string): string[] {
  return (flatName.match(/\p{L}+/gu) ?? []).filter((word) => word.length >= SHORTEST_WORD)
}

/** Whether a password consists mostly of a name's words. */
function leansOnWords(flat: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), flat)
  return rest !== flat && (rest.length < ENOUGH_BESIDE || !/\p{L}/u.test(rest))
}

/** Whether a password contains a whole name, or mostly its words, ignoring case and leetspeak. */
export function isBuiltOn(password: string, name: string): boolean {
  const flatName = flatten(name)
  const whole = lettersAndDigits(flatName)
  const words = wordsOf(flatName).toSorted((a, b) => b.length - a.length)
  return readings(flatten(password)).some(
    (reading) =>
      (whole.length >= SHORTEST_NAME && lettersAndDigits(reading).includes(whole)) ||
      leansOnWords(reading, words),
  )
}
