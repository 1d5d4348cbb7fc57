/** An amount of South African rand as a whole number of cents. Exact up to {@link MAX_CENTS}. */
export type Cents = number

/** The largest amount that the product takes: R 999 999 999 999.99 (decisions, "Money"). */
export const MAX_CENTS: Cents = 99_999_999_999_999

const GROUPING = /[\s'’]/gu
const CURRENCY_SIGN = /^(?:R|ZAR)/iu
const PLAIN_AMOUNT = /^\d+(?:\.\d{0,2})?$|^\.\d{1,2}$/u

/**
 * Reads an amount as people write it: "1 234 567.89", "1 234 567,89", "R1,234,567.89".
 *
 * Grouping and the currency sign are dropped, the decimal separator never is. An amount that could
 * mean two things ("1,234" is either one rand or a thousand) is not guessed at.
 *
 * @returns cents, or null where the text is no amount, has more than two decimals or exceeds {@link MAX_CENTS}
 */
export function parseRand(text: string): Cents | null {
  const compact = text.replace(GROUPING, '').replace(CURRENCY_SIGN, '')
  const plain = withDecimalPoint(compact)
  if (plain === null || !PLAIN_AMOUNT.test(plain)) return null
  const [whole = '', fraction = ''] = plain.split('.')
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents <= MAX_CENTS ? cents : null
}

/** Commas and points are told apart: the last separator is the decimal one unless it repeats. */
function withDecimalPoint(text: string): string | null {
  const lastComma = text.lastIndexOf(',')
  const lastPoint = text.lastIndexOf('.')
  if (lastComma === -1) return isGroupedBy('.', text) ? text.replaceAll('.', '') : text
  if (lastPoint === -1) return isGroupedBy(',', text) ? text.replaceAll(',', '') : text.replace(',', '.')
  const [grouping, decimal] = lastComma > lastPoint ? (['.', ','] as const) : ([',', '.'] as const)
  const parts = text.split(decimal)
  if (parts.length !== 2) return null
  const [whole = '', fraction = ''] = parts
  if (!isGroupedBy(grouping, whole, 1)) return null
  return `${whole.replaceAll(grouping, '')}.${fraction}`
}

/** Whether a separator stands between groups of three digits, at least `times` times. */
function isGroupedBy(separator: string, text: string, times = 2): boolean {
  const [first = '', ...groups] = text.split(separator)
  return groups.length >= times && /^\d{1,3}$/u.test(first) && groups.every((group) => /^\d{3}$/u.test(group))
}

/**
 * The amount that a screen's text stands for; text that is no amount counts as nothing
 * (specification section 5: "unparsable becomes 0").
 */
export function parseRandOrZero(text: string | null | undefined): Cents {
  return parseRand(text ?? '') ?? 0
}

/** Rand as the API carries them (a number with at most two decimals) to cents. */
export function randToCents(rand: number): Cents {
  return Math.round(rand * 100)
}

/** Cents to rand as the API carries them. */
export function centsToRand(cents: Cents): number {
  return Number(`${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`)
}

/** Whether a number is an amount that the API may carry: not negative, two decimals, within the limit. */
export function isRandAmount(rand: number): boolean {
  const cents = randToCents(rand)
  return rand >= 0 && cents <= MAX_CENTS && centsToRand(cents) === rand
}

/** Adds amounts exactly. */
export function addCents(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/**
 * An amount as screens show it to clients and admins: "R 1 234 567.89" (decisions, "Money").
 * The spaces do not break, and runtimes that disagree on en-ZA's separators have no say.
 */
export function formatRand(cents: Cents): string {
  const [whole = '0', fraction = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '−' : ''}R\u00a0${groupThousands(whole)}.${fraction}`
}

/** An amount as wealth managers read it, without cents: "R 1 234 568" (specification section 9). Halves round away from zero. */
export function formatWholeRand(cents: Cents): string {
  const whole = Math.round(Math.abs(cents) / 100)
  return `${cents < 0 && whole > 0 ? '−' : ''}R\u00a0${groupThousands(String(whole))}`
}

/** An amount as text that an input can be filled with: "1234567.89", without trailing zero cents. */
export function amountText(cents: Cents): string {
  const [whole = '0', fraction = '00'] = (cents / 100).toFixed(2).split('.')
  return fraction === '00' ? whole : `${whole}.${fraction}`
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, '\u00a0')
}
