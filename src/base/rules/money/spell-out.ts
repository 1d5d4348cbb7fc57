import type { Cents } from './rand.ts'

const BELOW_TWENTY = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
] as const

const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const

/** Scale of each group of three digits, last group first. */
const SCALES = ['', ' thousand', ' million', ' billion'] as const

/**
 * Spells out an amount: "one thousand two hundred and thirty-four rand and fifty cents".
 *
 * @param cents not negative, at most `MAX_CENTS`
 */
export function spellOutRand(cents: Cents): string {
  const rand = Math.floor(cents / 100)
  const rest = cents % 100
  const small = `${spellOutWhole(rest)} ${rest === 1 ? 'cent' : 'cents'}`
  if (rest === 0) return `${spellOutWhole(rand)} rand`
  return rand === 0 ? small : `${spellOutWhole(rand)} rand and ${small}`
}

function spellOutWhole(n: number): string {
  if (n === 0) return BELOW_TWENTY[0]
  const groups = SCALES.map((scale, index) => ({ scale, value: Math.floor(n / 1000 ** index) % 1000 }))
  const last = groups[0]?.value ?? 0
  // "one million and five": a last group below a hundred is joined with "and".
  const join = last > 0 && last < 100 && n > last ? 'and ' : ''
  return groups
    .filter(({ value }) => value > 0)
    .map(({ scale, value }) => `${scale === '' ? join : ''}${spellOutGroup(value)}${scale}`)
    .toReversed()
    .join(' ')
}

/** 1 to 999. */
function spellOutGroup(n: number): string {
  const hundreds = Math.floor(n / 100)
  const rest = n % 100
  const begin = hundreds === 0 ? '' : `${BELOW_TWENTY[hundreds]} hundred`
  if (rest === 0) return begin
  return begin === '' ? belowHundred(rest) : `${begin} and ${belowHundred(rest)}`
}

function belowHundred(n: number): string {
  const [ten, one] = [Math.floor(n / 10), n % 10]
  if (n < 20) return BELOW_TWENTY[n] ?? ''
  return one === 0 ? (TENS[ten] ?? '') : `${TENS[ten]}-${BELOW_TWENTY[one]}`
}
