import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { netWorthOf } from '#features/applications/rules/net-worth/totals.ts'
import { formatRand } from '#base/rules/money/rand.ts'
import { Bar, barPercent } from '#base/client/ui/bar-chart.tsx'

/** The three totals, with assets and liabilities as bars of one scale. */
export function NetWorthGlance({ assets, liabilities }: Pick<Application, 'assets' | 'liabilities'>) {
  const { totalAssets, totalLiabilities, netWorth } = netWorthOf(assets, liabilities)
  const longest = Math.max(totalAssets, totalLiabilities)
  return (
    <dl>
      <Total label="Total Assets" amount={totalAssets}>
        <Bar percent={barPercent(totalAssets, longest)} fill="solid" />
      </Total>
      <Total label="Total Liabilities" amount={totalLiabilities}>
        <Bar percent={barPercent(totalLiabilities, longest)} fill="hatched" />
      </Total>
      <Total label="Net Worth" amount={netWorth} sum />
    </dl>
  )
}

type TotalProps = { label: string; amount: number; sum?: boolean; children?: ReactNode }

function Total({ label, amount, sum = false, children }: TotalProps) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-baseline justify-between gap-x-6',
        sum ? 'mt-3 border-t-2 border-brass-line pt-1 font-semibold' : 'mt-2 first:mt-0',
      )}
    >
      <dt>{label}</dt>
      <dd translate="no" className="amounts whitespace-nowrap">
        {formatRand(amount)}
      </dd>
      {children ? (
        <dd aria-hidden="true" className="w-full">
          {children}
        </dd>
      ) : null}
    </div>
  )
}
