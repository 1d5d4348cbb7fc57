import { amountText, parseRand } from '#domain/money/rand.ts'

/** A table of choices as the options of a select or a radio group. */
export function optionsOf(choices: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(choices).map(([value, label]) => ({ value, label }))
}

/** The choice that a control's value stands for; null where nothing is chosen. */
export function chosen<Key extends string>(
  choices: Readonly<Record<Key, string>>,
  value: string | null,
): Key | null {
  return value !== null && isKeyOf(choices, value) ? value : null
}

function isKeyOf<Key extends string>(choices: Readonly<Record<Key, string>>, value: string): value is Key {
  return Object.hasOwn(choices, value)
}

/** An amount as the currency input holds it in the numeric form of the API: "450000.5" is "450000.50". */
export function numericText(amount: string): string {
  const cents = parseRand(amount)
  return amount === '' || cents === null ? amount : amountText(cents)
}
