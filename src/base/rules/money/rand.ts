/** An amount of South African rand as a whole number of cents. Exact up to {@link MAX_CENTS}. */
export type Cents = number

/** Maximum amount: R 999 999 999 999.99 (decisions, "Money"). */
export const MAX_CENTS: Cents = 99_999_999_999_999

/** API rand (a number with at most two decimals) to cents. */
export function randToCents(rand: number): Cents {
  return Math.round(rand * 100)
}

/** Cents to API rand. */
export function centsToRand(cents: Cents): number {
  return Number(`${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`)
}

/** Whether a number is a valid API amount: not negative, at most two decimals, within the limit. */
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
 * An amount for clients and admins: "R 1 234 567.89" (decisions, "Money"). With no-break spaces, independent of the
 * runtime's en-ZA locale.
 */
export function formatRand(cents: Cents): string {
  const [whole = '0', fraction = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '−' : ''}R\u00a0${groupThousands(whole)}.${fraction}`
}

/**
 * An amount for wealth managers, without cents: "R 1 234 568" (specification section 9). Halves round away from zero.
 */
export function formatWholeRand(cents: Cents): string {
  const whole = Math.round(Math.abs(cents) / 100)
  return `${cents < 0 && whole > 0 ? '−' : ''}R\u00a0${groupThousands(String(whole))}`
}

/** An income in the API: "1234567.89", without trailing zero cents. */
export function amountText(cents: Cents): string {
  const [whole = '0', fraction = '00'] = (cents / 100).toFixed(2).split('.')
  return fraction === '00' ? whole : `${whole}.${fraction}`
}

/** An amount in a form field: "1 850 000.00", with spaces that spreadsheets can read. */
export function groupedAmount(cents: Cents): string {
  return formatRand(cents).slice(2).replaceAll('\u00a0', ' ')
}

/** Digits in groups of three with no-break spaces: "1 234 567". */
export function groupThousands(digits: string): string {
  const first = ((digits.length - 1) % 3) + 1
  return digits.slice(0, first) + digits.slice(first).replaceAll(/\d{3}/gu, '\u00a0$&')
}
