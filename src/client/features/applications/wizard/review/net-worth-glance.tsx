import type { Application } from '#domain/api/application.ts'
import { netWorthOf } from '#domain/applications/net-worth/totals.ts'
import { formatRand } from '#domain/money/rand.ts'
import { Bar, barPercent } from '#client/ui/bar-chart.tsx'

/** Assets against liabilities; the groups are in the Net Worth Summary. */
export function NetWorthGlance({ assets, liabilities }: Pick<Application, 'assets' | 'liabilities'>) {
  const { totalAssets, totalLiabilities, netWorth } = netWorthOf(assets, liabilities)
  const longest = Math.max(totalAssets, totalLiabilities)
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="eyebrow">Your net worth</span>
        <span translate="no" className="amounts font-serif text-[min(var(--text-2xl),10vw)]">
          {formatRand(netWorth)}
        </span>
      </figcaption>
      {(
        [
          ['What you own', totalAssets, 'solid'],
          ['What you owe', totalLiabilities, 'hatched'],
        ] as const
      ).map(([label, total, fill]) => (
        <div key={label} className="mt-2">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span>{label}</span>
            <span translate="no" className="amounts whitespace-nowrap">
              {formatRand(total)}
            </span>
          </p>
          <Bar percent={barPercent(total, longest)} fill={fill} />
        </div>
      ))}
    </figure>
  )
}
