import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { SystemCheck } from '#base/rules/health-checks.ts'
import { unhealthyParts } from '#base/rules/health.ts'
import { formatExactTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { HealthBadge } from '#base/client/ui/health-badge.tsx'

const systemQuery = queryFor('GET /api/system-admin/system')

/** The current health of the server and its dependencies (decisions, "System tab"). */
export function SystemTab() {
  const system = useQuery({ ...systemQuery, staleTime: 0 })
  const again = () => void system.refetch()
  if (system.isPending) return <TableSkeleton label="Measuring the system..." />
  if (system.data === undefined) {
    return (
      <LoadFailure title="The system state couldn’t be loaded" onRetry={again}>
        {detailOf(system.error)}
      </LoadFailure>
    )
  }
  const { health, checkedAt, checks } = system.data
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 className="text-xl">System Health</h2>
        <HealthBadge health={health} parts={unhealthyParts(system.data)} />
        <Button
          tone="quiet"
          size="small"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          pending={system.isRefetching}
          pendingLabel="Refreshing"
          onClick={again}
        >
          <span className="sr-only">Refresh. </span>
          <span>{`As at ${formatExactTime(new Date(checkedAt))}`}</span>
        </Button>
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
        {checks.map((check) => (
          <CheckCard key={check.name} check={check} />
        ))}
      </ul>
    </>
  )
}

function CheckCard({ check: { title, health, summary, percent, figures } }: { check: SystemCheck }) {
  return (
    <li className="border-t-2 border-brass-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="text-base text-ink-soft">{title}</h3>
        <HealthBadge health={health} />
      </div>
      <p className="mt-2 font-serif text-xl">{summary}</p>
      {percent === null ? null : <ProgressBar percent={percent} label={`${title} in use`} className="mt-3" />}
      {figures.length === 0 ? null : (
        <dl className="mt-3 text-sm">
          {figures.map(({ label, value }) => (
            <div
              key={label}
              className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1.5"
            >
              <dt className="text-ink-soft">{label}</dt>
              <dd className="ml-auto min-w-0 text-right wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
