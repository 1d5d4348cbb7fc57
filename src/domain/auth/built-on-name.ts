import { flatten, readings } from './leetspeak.ts'

/** A name of fewer letters stands in too many good passwords by accident. */
const SHORTEST_NAME = 4
/** Shorter parts of a name are not looked for. */
const SHORTEST_WORD = 3
/** What has to be left of a password without the words of a name. */
const ENOUGH_BESIDE = 8

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function wordsOf(flatName: string): string[] {
  return (flatName.match(/\p{L}+/gu) ?? []).filter((word) => word.length >= SHORTEST_WORD)
}

/** Whether the words of a name are all that holds a password together. */
function leansOnWords(flat: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), flat)
  return rest !== flat && (rest.length < ENOUGH_BESIDE || !/\p{L}/u.test(rest))
}

/**
 * Whether a password is built on a name: holds the whole of it, or is made of its words with little beside them; also
 * in other capitals and with signs for letters.
 */
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
