/** Signs that stand in for letters; where one may stand for two letters, each reading is tried. */
const LOOKALIKES: readonly (readonly [sign: string, letter: string])[] = [
  ['@', 'a'],
  ['4', 'a'],
  ['3', 'e'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['7', 't'],
]

const AS_I = [...LOOKALIKES, ['1', 'i'] as const, ['!', 'i'] as const]
const AS_L = [...LOOKALIKES, ['1', 'l'] as const, ['!', 'l'] as const]

function unmask(text: string, lookalikes: typeof LOOKALIKES): string {
  return lookalikes.reduce((plain, [sign, letter]) => plain.replaceAll(sign, letter), text)
}

/** Text without what makes no difference to somebody who guesses: capitals, accents, width and ligatures. */
export function flatten(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** A flattened text as it is, and as it reads when its signs stand for letters ("p@ssw0rd"). Each keeps its length. */
export function readings(flat: string): string[] {
  return [...new Set([flat, unmask(flat, AS_I), unmask(flat, AS_L)])]
}
