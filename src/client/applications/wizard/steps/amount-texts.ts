import { addCents, centsToRand, groupedAmount, randToCents, type Cents } from '#domain/money/rand.ts'
import { amountProblems, readRand, readSoFar } from '#domain/money/reading.ts'
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

/** What amounts come to while they are typed. */
export function soFar<Name extends string>(names: readonly Name[], texts: AmountTexts): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, centsToRand(readSoFar(texts[name] ?? ''))])) as Record<
    Name,
    number
  >
}

/** What all amounts come to while they are typed. */
export function totalOfTexts(names: readonly string[], texts: AmountTexts): Cents {
  return addCents(names.map((name) => readSoFar(texts[name] ?? '')))
}

/** The texts that are no amounts, with what to do about each, by their paths in a form. */
export function unreadAmounts(texts: AmountTexts, prefix = ''): ScreenProblem[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const reading = readRand(text)
    return reading.kind === 'unreadable'
      ? [{ path: `${prefix}${name}`, message: amountProblems[reading.problem] }]
      : []
  })
}
