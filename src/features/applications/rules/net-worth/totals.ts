import { addCents, randToCents, type Cents } from '#base/rules/money/rand.ts'
import {
  assetNames,
  assetSections,
  liabilityNames,
  liabilitySections,
  type AmountSection,
  type AssetName,
  type LiabilityName,
} from './names.ts'

/** Amounts in rand by name, as in the API; unanswered ones are null or absent. */
export type Amounts<Name extends string> = Partial<Record<Name, number | null>>

/** One amount with its label. */
export interface BreakdownItem {
  name: string
  label: string
  cents: Cents
}

/** A section's non-zero amounts, and their sum. */
export interface BreakdownSection {
  title: string
  total: Cents
  items: BreakdownItem[]
}

export interface NetWorth {
  totalAssets: Cents
  totalLiabilities: Cents
  /** Assets less liabilities; may be negative. */
  netWorth: Cents
}

function total<Name extends string>(names: readonly Name[], amounts: Amounts<Name>): Cents {
  return addCents(names.map((name) => randToCents(amounts[name] ?? 0)))
}

/** Total Assets in cents. */
export function totalAssets(assets: Amounts<AssetName>): Cents {
  return total(assetNames, assets)
}

/** Total Liabilities in cents. */
function totalLiabilities(liabilities: Amounts<LiabilityName>): Cents {
  return total(liabilityNames, liabilities)
}

/** The three sums of the Net Worth Summary. */
export function netWorthOf(assets: Amounts<AssetName>, liabilities: Amounts<LiabilityName>): NetWorth {
  const owned = totalAssets(assets)
  const owed = totalLiabilities(liabilities)
  return { totalAssets: owned, totalLiabilities: owed, netWorth: owned - owed }
}

/** Non-zero assets by section; totals match to the cent (decisions, "Review breakdown"). */
export function assetBreakdown(assets: Amounts<AssetName>): BreakdownSection[] {
  return breakdown<AssetName>(assetSections, assets)
}

/** Non-zero liabilities by section. */
export function liabilityBreakdown(liabilities: Amounts<LiabilityName>): BreakdownSection[] {
  return breakdown<LiabilityName>(liabilitySections, liabilities)
}

function breakdown<Name extends string>(
  sections: readonly AmountSection<Name>[],
  amounts: Amounts<Name>,
): BreakdownSection[] {
  return sections
    .map((section) => ({ title: section.title, items: nonZeroItems(section, amounts) }))
    .filter((section) => section.items.length > 0)
    .map((section) => ({ ...section, total: addCents(section.items.map((item) => item.cents)) }))
}

function nonZeroItems<Name extends string>(
  section: AmountSection<Name>,
  amounts: Amounts<Name>,
): BreakdownItem[] {
  return (Object.entries(section.items) as [Name, { label: string }][])
    .map(([name, { label }]) => ({ name, label, cents: randToCents(amounts[name] ?? 0) }))
    .filter((item) => item.cents !== 0)
}
