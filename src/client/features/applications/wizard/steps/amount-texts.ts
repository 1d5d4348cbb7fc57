import { addCents, centsToRand, groupedAmount, randToCents, type Cents } from '#domain/money/rand.ts'
import { amountProblems, parseRand, readRand } from '#domain/money/reading.ts'
import type { ScreenProblem } from './step-problems.ts'

/** Amounts as a screen holds them, by name: as they are typed, '' where nothing was entered. */
export type AmountTexts = Record<string, string>

/** Saved amounts as text to type over. */
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
 * What was typed as the API carries it: rand with at most two decimals, null where nothing was entered. What is no
 * amount is NaN, which no schema lets through: it is neither saved nor taken for nothing.
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

/** The total of the texts that are amounts; an amount in error counts nowhere. */
export function totalOfTexts(names: readonly string[], texts: AmountTexts): Cents {
  return addCents(names.map((name) => parseRand(texts[name] ?? '') ?? 0))
}

/**
 * Whether what an amount above 0 asks for is shown: also while its text cannot be read, so that nothing on the page
 * comes and goes during typing ("1,850,0").
 */
export function mayExceedZero(text = ''): boolean {
  const reading = readRand(text)
  return reading.kind === 'unreadable' || (reading.kind === 'amount' && reading.cents > 0)
}

/** The texts that are no amounts: by their paths in a form, each with its label and what to do about it. */
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
