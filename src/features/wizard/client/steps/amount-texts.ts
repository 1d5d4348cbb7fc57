import { addCents, centsToRand, groupedAmount, randToCents, type Cents } from '#base/rules/money/rand.ts'
import { amountProblems, parseRand, readRand } from '#base/rules/money/reading.ts'
import type { ScreenProblem } from './step-problems.ts'

/** Amounts as typed, by name; '' for none. */
export type AmountTexts = Record<string, string>

/** Stored amounts as editable text. */
export function toAmountTexts<Name extends string>(
  names: readonly Name[],
  amounts: Readonly<Partial<Record<Name, number | null>>>,
): AmountTexts {
  return Object.fromEntries(
    names.map((name) => {
      const rand = amounts[name]
      return [name, rand === null || rand === undefined ? '' : groupedAmount(randToCents(rand))]
    }),
  )
}

/**
 * A typed amount for the API: rand with at most two decimals, null if empty. Invalid text is NaN, which every schema
 * rejects, so it is neither saved nor treated as empty.
 */
export function toAmounts<Name extends string>(
  names: readonly Name[],
  texts: AmountTexts,
): Record<Name, number | null> {
  return Object.fromEntries(names.map((name) => [name, toRand(texts[name] ?? '')])) as Record<
    Name,
    number | null
  >
}

function toRand(text: string): number | null {
  const reading = readRand(text)
  if (reading.kind === 'nothing') return null
  return reading.kind === 'amount' ? centsToRand(reading.cents) : Number.NaN
}

/** The total of valid amounts. */
export function totalOfTexts(names: readonly string[], texts: AmountTexts): Cents {
  return addCents(names.map((name) => parseRand(texts[name] ?? '') ?? 0))
}

/**
 * Whether to show what an amount above 0 requires. Invalid text counts as above 0, so that nothing flickers while
 * typing ("1,850,0").
 */
export function mayExceedZero(text = ''): boolean {
  const reading = readRand(text)
  return reading.kind === 'unreadable' || (reading.kind === 'amount' && reading.cents > 0)
}

/** Invalid amounts: by their paths in a form, each with its label and error. */
export function unreadAmounts(
  texts: AmountTexts,
  labels: Readonly<Record<string, string>>,
  prefix = '',
): ScreenProblem[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const reading = readRand(text)
    return reading.kind === 'unreadable'
      ? [{ path: `${prefix}${name}`, message: `${labels[name] ?? name}: ${amountProblems[reading.problem]}` }]
      : []
  })
}
