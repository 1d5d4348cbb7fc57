import { namesOf, type AmountSection } from './names.ts'
import type { Amounts } from './totals.ts'

/** The client's choices in one group of assets or liabilities. */
export interface Holdings<Name extends string = string> {
  /** Amounts that the client has and enters. */
  have: Name[]
  /** The client confirmed having none of the group. */
  none: boolean
}

/**
 * Derives the choices from saved amounts: a non-zero amount is chosen; all zeros mean none. Unanswered amounts mean
 * neither.
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
 * Derives the amounts to save: entered values for chosen names, zero for all where the client has none. Zeros from
 * before the choice existed are kept; other unchosen amounts are unanswered.
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

/** Titles of the groups without any answer: neither an amount nor "none". */
export function openGroups(groups: readonly AmountSection[], amounts: Amounts<string>): string[] {
  return groups.filter((group) => groupAnswer(namesOf(group), amounts) === 'open').map(({ title }) => title)
}

/** State of a group: partly answered, none, or unanswered. */
export type GroupAnswer = 'some' | 'none' | 'open'

export function groupAnswer<Name extends string>(
  names: readonly Name[],
  amounts: Amounts<Name>,
): GroupAnswer {
  const { have, none } = holdingsOf(names, amounts)
  if (have.length > 0) return 'some'
  return none ? 'none' : 'open'
}
