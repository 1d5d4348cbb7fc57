import { formatRand } from '#base/rules/money/rand.ts'
import { BarChart } from '#base/client/ui/bar-chart.tsx'
import { netWorthSides, type NetWorthAmounts } from './picture-sides.ts'

/** Assets and liabilities by group: a chart that is its own table. */
export function NetWorthPicture({
  assets,
  liabilities,
  totals = true,
}: NetWorthAmounts & { totals?: boolean }) {
  return (
    <BarChart
      caption="amounts by group, in rand"
      sides={netWorthSides({ assets, liabilities })}
      format={formatRand}
      totals={totals}
    />
  )
}
