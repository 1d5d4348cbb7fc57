import { namesOf, type AmountSection } from './names.ts'
import type { Amounts } from './totals.ts'

/** What a client says of one group of assets or liabilities. */
export interface Holdings<Name extends string = string> {
  /** Those that they have: asked for an amount. */
  have: Name[]
  /** They have none of the group, and said so. */
  none: boolean
}

/**
 * What amounts say of a group: something is had where an amount is not zero, and none of it where zero stands at each. What was
 * never answered says neither.
 */
export function holdingsOf<Name extends string>(
  names: readonly Name[],
  amounts: Amounts<Name>,
): Holdings<Name> {
  return {
    have: names.filter((name) => (amounts[name] ?? 0) !== 0),
    none: names.every((name) => amounts[name] === 0),
  }
}

/**
 * The amounts that say what a client says of a group: what was entered, for what they have; zero at each where they have none of
 * it. A zero that was entered before there was a choice stays one; else what was not chosen is not answered.
 */
export function amountsOf<Name extends string>(
  names: readonly Name[],
  { have, none }: Holdings<Name>,
  entered: Amounts<Name>,
): Record<Name, number | null> {
  const amountOf = (name: Name): number | null => {
    if (none) return 0
    if (have.includes(name)) return entered[name] ?? null
    return entered[name] === 0 ? 0 : null
  }
  return Object.fromEntries(names.map((name) => [name, amountOf(name)])) as Record<Name, number | null>
}

/** The groups, by title, of which nothing was answered: neither an amount nor that there is none. */
export function openGroups(groups: readonly AmountSection[], amounts: Amounts<string>): string[] {
  return groups.filter((group) => groupAnswer(namesOf(group), amounts) === 'open').map(({ title }) => title)
}

/** How far a group is answered: something of it, none of it, or not at all. */
export type GroupAnswer = 'some' | 'none' | 'open'

export function groupAnswer<Name extends string>(
  names: readonly Name[],
  amounts: Amounts<Name>,
): GroupAnswer {
  const { have, none } = holdingsOf(names, amounts)
  if (have.length > 0) return 'some'
  return none ? 'none' : 'open'
}
