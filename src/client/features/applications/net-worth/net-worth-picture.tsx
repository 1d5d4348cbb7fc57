import { formatRand } from '#domain/money/rand.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { netWorthSides, type NetWorthAmounts } from './picture-sides.ts'

/** What a client owns against what the client owes, by group: a picture that is its own table. */
export function NetWorthPicture({ assets, liabilities }: NetWorthAmounts) {
  return (
    <BarChart
      caption="amounts by group, in rand"
      sides={netWorthSides({ assets, liabilities })}
      format={formatRand}
    />
  )
}
