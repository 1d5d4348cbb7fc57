import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { NetWorthPicture } from './net-worth-picture.tsx'
import type { NetWorthAmounts } from './picture-sides.ts'

/** The three totals of the Net Worth Summary, and the chart of their parts. */
export function NetWorthTotals({
  assets,
  liabilities,
  hasPicture = true,
}: NetWorthAmounts & { hasPicture?: boolean }) {
  const { totalAssets, totalLiabilities, netWorth } = netWorthOf(assets, liabilities)
  return (
    <>
      <DefinitionList
        rows={[
          { label: 'Total Assets', value: formatRand(totalAssets), amount: true },
          { label: 'Total Liabilities', value: formatRand(totalLiabilities), amount: true },
          { label: 'Net Worth', value: formatRand(netWorth), amount: true, total: true },
        ]}
      />
      {hasPicture ? (
        <div className="mt-10">
          <NetWorthPicture {...{ assets, liabilities }} />
        </div>
      ) : null}
    </>
  )
}
