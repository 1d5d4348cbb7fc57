/** An amount of South African rand as a whole number of cents. Exact up to {@link MAX_CENTS}. */
export type Cents = number

/** The largest amount that the product takes: R 999 999 999 999.99 (decisions, "Money"). */
export const MAX_CENTS: Cents = 99_999_999_999_999

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

/** An amount as the API carries an income: "1234567.89", without trailing zero cents. */
export function amountText(cents: Cents): string {
  const [whole = '0', fraction = '00'] = (cents / 100).toFixed(2).split('.')
  return fraction === '00' ? whole : `${whole}.${fraction}`
}

/** An amount as it stands in its field: "1 850 000.00", with spaces that spreadsheets and people can type too. */
export function groupedAmount(cents: Cents): string {
  return formatRand(cents).slice(2).replaceAll('\u00a0', ' ')
}

/** Whole digits in groups of three, apart by spaces that do not break: "1 234 567". */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, '\u00a0')
}
