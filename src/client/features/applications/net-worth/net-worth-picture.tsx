import { formatRand } from '#domain/money/rand.ts'
import { BarPicture } from '#client/ui/bar-picture.tsx'
import { netWorthSides, type NetWorthAmounts } from './picture-sides.ts'

/** What a client owns against what the client owes, by group: a picture that is its own table. */
export function NetWorthPicture({ assets, liabilities }: NetWorthAmounts) {
  return (
    <BarPicture
      caption="amounts by group, in rand"
      sides={netWorthSides({ assets, liabilities })}
      format={formatRand}
    />
  )
}
