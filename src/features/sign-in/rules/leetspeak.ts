/** Leetspeak signs; an ambiguous sign gives several readings. */
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

/** Text without differences that guessers ignore: case, accents, width and ligatures. */
export function flatten(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** A flattened text, and its readings with signs as letters ("p@ssw0rd"). Length is unchanged. */
export function readings(flat: string): string[] {
  return [...new Set([flat, unmask(flat, AS_I), unmask(flat, AS_L)])]
}
