import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { DUE_DILIGENCE_OFF, TRY_DUE_DILIGENCE } from '#features/due-diligence/rules/switched-off.ts'
import { healthLabels } from '#base/rules/health.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { paths } from '#base/client/paths.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { CountCard } from '#base/client/ui/count-card.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { statsQuery } from '#features/accounts/client/use-users.ts'

const systemQuery = queryFor('GET /api/system-admin/system')

/** Totals and the system's health (specification section 2). */
export function OverviewTab() {
  const { demo, ficaPack } = useBranding()
  const stats = useQuery({ ...statsQuery, staleTime: 0 })
  const system = useQuery({ ...systemQuery, staleTime: 0 })
  const { totalUsers, activeSessions, totalApplications } = stats.data ?? {}
  const health = system.isError ? 'Not available' : system.data && healthLabels[system.data.health]
  return (
    <>
      <h2 className="sr-only">Overview</h2>
      {stats.isError ? (
        <LoadFailure
          className="mb-6"
          title="The figures couldn’t be loaded"
          onRetry={() => void stats.refetch()}
        >
          {detailOf(stats.error)}
        </LoadFailure>
      ) : null}
      <dl className="mb-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <CountCard label="Total Users" count={totalUsers} />
        <CountCard label="Active Sessions" count={activeSessions} note="Open sessions right now" />
        <CountCard label="Applications" count={totalApplications} />
        <CountCard
          label="System Health"
          count={health}
          note={
            <Link href={`${paths.systemAdmin}?tab=system`} className="text-link inline-block py-1">
              View checks
            </Link>
          }
        />
      </dl>
      {demo && !ficaPack ? (
        <Notice tone="info" className="mb-10 max-w-xl">
          {`${DUE_DILIGENCE_OFF} ${TRY_DUE_DILIGENCE}`}
        </Notice>
      ) : null}
    </>
  )
}
