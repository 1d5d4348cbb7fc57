import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { SystemCheck } from '#base/rules/health-checks.ts'
import { healthNames, unhealthyParts } from '#base/rules/health.ts'
import { formatExactTime } from '#base/rules/time/dates.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
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
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
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
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {checks.filter(isMachine).map((check) => (
          <MachineCard key={check.name} check={check} />
        ))}
      </ul>
      <ul className="mt-8 border-t border-ink">
        {checks
          .filter((check) => !isMachine(check))
          .toSorted((one, other) => rank(other) - rank(one))
          .map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
      </ul>
    </>
  )
}

/** CPU, Memory, Disk and Uptime (specification section 2). */
const isMachine = ({ name }: SystemCheck) => ['cpu', 'memory', 'disk', 'uptime'].includes(name)

/** The worst first, then what is not set up. */
const rank = ({ health, isAbsent }: SystemCheck) => 2 * healthNames.indexOf(health) + (isAbsent ? 1 : 0)

function MachineCard({ check: { title, health, summary, percent, figures } }: { check: SystemCheck }) {
  return (
    <li className="border-t-2 border-brass-line bg-surface px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="font-sans text-sm font-normal text-ink-soft">{title}</h3>
        {health === 'healthy' ? null : <HealthBadge health={health} />}
      </div>
      <p className="font-serif text-lg">{summary}</p>
      {percent === null ? null : <ProgressBar percent={percent} label={`${title} in use`} className="mt-1" />}
      <p className="mt-1 text-xs text-ink-soft">
        {figures.map(({ label, value }) => `${label}: ${value}`).join(', ')}
      </p>
    </li>
  )
}

function CheckRow({ check: { title, health, isAbsent, summary, figures } }: { check: SystemCheck }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-hairline py-2">
      <h3 className="w-56 max-w-full font-sans text-base font-semibold">{title}</h3>
      <span className="min-w-36">
        {isAbsent ? (
          <Badge tone={health === 'healthy' ? 'neutral' : 'warning'}>Not set up</Badge>
        ) : (
          <HealthBadge health={health} />
        )}
      </span>
      <span className="min-w-0 grow basis-48">{summary}</span>
      {figures.length === 0 ? null : (
        <details className="w-64 max-w-full text-sm">
          <summary className="text-link py-0.5 pointer-coarse:py-2.5">Technical details</summary>
          <DefinitionList rows={figures} compact="always" />
        </details>
      )}
    </li>
  )
}
