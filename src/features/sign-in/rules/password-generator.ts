const LENGTH = 14
/** Maximum occurrences of one character. */
const MAX_OCCURRENCES = 2

/** Without characters that look alike when read out or typed (I l 1, O 0). */
const kinds = {
  uppercase: { characters: 'ABCDEFGHJKLMNPQRSTUVWXYZ', atLeast: 1 },
  lowercase: { characters: 'abcdefghijkmnopqrstuvwxyz', atLeast: 1 },
  digits: { characters: '23456789', atLeast: 1 },
  special: { characters: '!#$%*+-=?@', atLeast: 2 },
} as const

const every = Object.values(kinds)
  .map(({ characters }) => characters)
  .join('')

/** A uniform random integer from 0 up to but not including `max`. */
export type RandomInt = (max: number) => number

function pick(choices: string, randomInt: RandomInt, taken: readonly string[]): string {
  const left = [...choices].filter(
    (character) => taken.filter((other) => other === character).length < MAX_OCCURRENCES,
  )
  return left[randomInt(left.length)] ?? ''
}

/** Fisher–Yates: every order is equally likely. */
function shuffle(items: readonly string[], randomInt: RandomInt): string[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const moved = shuffled[last] ?? ''
    shuffled[last] = shuffled[other] ?? ''
    shuffled[other] = moved
  }
  return shuffled
}

/**
 * A password of 14 characters with at least one uppercase and one lowercase letter, one digit and two special
 * characters, none more than twice (specification sections 5 and 9).
 *
 * @param randomInt a cryptographic source, such as `randomInt` of node:crypto
 */
export function generatePassword(randomInt: RandomInt): string {
  const characters: string[] = []
  for (const { characters: choices, atLeast } of Object.values(kinds)) {
    for (let count = 0; count < atLeast; count += 1) characters.push(pick(choices, randomInt, characters))
  }
  while (characters.length < LENGTH) characters.push(pick(every, randomInt, characters))
  return shuffle(characters, randomInt).join('')
}
