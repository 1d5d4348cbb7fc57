import { formatRand } from '#domain/money/rand.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { netWorthSides, type NetWorthAmounts } from './picture-sides.ts'

/** Assets and liabilities by group: a chart that is its own table. */
export function NetWorthPicture({ assets, liabilities }: NetWorthAmounts) {
  return (
    <BarChart
      caption="amounts by group, in rand"
      sides={netWorthSides({ assets, liabilities })}
      format={formatRand}
    />
  )
}
