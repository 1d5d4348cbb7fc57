import {
  addCents,
  amountText,
  centsToRand,
  parseRandOrZero,
  randToCents,
  type Cents,
} from '#domain/money/rand.ts'

/** Amounts as a screen holds them, by name: "1234.5", or '' where nothing was entered. */
export type AmountTexts = Record<string, string>

/** Saved amounts as text to type over. */
export function toAmountTexts<Name extends string>(
  names: readonly Name[],
  amounts: Readonly<Partial<Record<Name, number | null>>>,
): AmountTexts {
  return Object.fromEntries(
    names.map((name) => {
      const rand = amounts[name]
      return [name, rand === null || rand === undefined ? '' : amountText(randToCents(rand))]
    }),
  )
}

/**
 * What was typed as the API carries it: rand with at most two decimals, null where nothing was entered. Text that is
 * no amount counts as 0 (specification section 5).
 */
export function toAmounts<Name extends string>(
  names: readonly Name[],
  texts: AmountTexts,
): Record<Name, number | null> {
  const entries = names.map((name) => {
    const text = texts[name]?.trim() ?? ''
    return [name, text === '' ? null : centsToRand(parseRandOrZero(text))]
  })
  return Object.fromEntries(entries) as Record<Name, number | null>
}

/** What the amounts come to. */
export function totalOfTexts(names: readonly string[], texts: AmountTexts): Cents {
  return addCents(names.map((name) => parseRandOrZero(texts[name])))
}
