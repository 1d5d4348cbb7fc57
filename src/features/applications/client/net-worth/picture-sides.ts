import type { AssetName, LiabilityName } from '#features/applications/rules/net-worth/names.ts'
import {
  assetBreakdown,
  liabilityBreakdown,
  netWorthOf,
  type Amounts,
  type BreakdownSection,
} from '#features/applications/rules/net-worth/totals.ts'
import type { BarSide } from '#base/client/ui/bar-chart.tsx'

export interface NetWorthAmounts {
  assets: Amounts<AssetName>
  liabilities: Amounts<LiabilityName>
}

const itemsOf = (groups: readonly BreakdownSection[]) =>
  groups.map(({ title, total }) => ({ label: title, value: total }))

/** Assets and liabilities by group, in cents, without empty groups. */
export function netWorthSides({ assets, liabilities }: NetWorthAmounts): [BarSide, BarSide] {
  const { totalAssets, totalLiabilities } = netWorthOf(assets, liabilities)
  return [
    {
      title: 'What you own',
      items: itemsOf(assetBreakdown(assets)),
      totalLabel: 'Total Assets',
      total: totalAssets,
      fill: 'solid',
    },
    {
      title: 'What you owe',
      items: itemsOf(liabilityBreakdown(liabilities)),
      totalLabel: 'Total Liabilities',
      total: totalLiabilities,
      fill: 'hatched',
    },
  ]
}
