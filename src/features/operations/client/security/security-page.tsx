import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import type { SecurityAuditEntry } from '#features/audit/api.ts'
import type { SecurityMetrics } from '#features/operations/api/security.ts'
import { formatTime } from '#base/rules/time/dates.ts'
import { Allowed } from '#features/access/client/use-may.tsx'
import { StaffLayout } from '#features/brand/client/shell/staff-layout.tsx'
import { ChainNotice } from '#features/audit/client/chain-notice.tsx'
import { logFilter, queryOf, type LogFilter } from '#features/audit/client/log-filter.ts'
import { LOG_PAGE_ROWS, logKey } from '#features/audit/client/log-list.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { defineList, useList } from '#base/client/lists/use-list.ts'
import { HealthBadge } from '#base/client/ui/health-badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { CountCard } from '#base/client/ui/count-card.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import { TitleBar } from '#base/client/ui/title-bar.tsx'
import { toast } from '#base/client/ui/toast-store.ts'
import { ClearAddress } from './clear-address.tsx'
import { FailedSignIns } from './failed-sign-ins.tsx'
import { RecentActivity } from './recent-activity.tsx'

const securityLog = defineList<SecurityAuditEntry, LogFilter>({
  key: [logKey, 'security'],
  view: logFilter,
  pageRows: LOG_PAGE_ROWS,
  load: (filter, page, signal) =>
    callPage('GET /api/admin/security/audit-logs', { ...queryOf(filter), ...page }, signal),
})

const metricsQuery = queryFor('GET /api/admin/security/metrics')
const FORBIDDEN = 403

/** Sign-ins and their failures (specification section 2, "Security Dashboard"). */
export function SecurityPage() {
  const { user } = useSession()
  const metrics = useQuery({ ...metricsQuery, staleTime: 0, enabled: user?.role === 'admin' })
  const log = useList(securityLog)
  const failed = metrics.isError
  useEffect(() => {
    if (failed) toast({ variant: 'destructive', title: 'Error', description: 'Failed to load security data' })
  }, [failed, metrics.errorUpdateCount])
  if (!user) return null
  const refresh = () => {
    void metrics.refetch()
    log.retry()
  }
  const isDenied = user.role !== 'admin' || metrics.error?.status === FORBIDDEN
  return (
    <StaffLayout role={user.role} firm>
      <TitleBar title="Security Dashboard">
        {isDenied ? null : (
          <>
            {metrics.data ? <SystemStatus metrics={metrics.data} /> : null}
            <Button
              size="small"
              tone="secondary"
              icon={<RotateCw aria-hidden="true" className="size-5" />}
              pending={metrics.isRefetching}
              pendingLabel="Refreshing..."
              onClick={refresh}
              className="ml-auto"
            >
              Refresh Data
            </Button>
          </>
        )}
      </TitleBar>
      {isDenied ? (
        <Notice tone="danger" title="Access Denied: You don't have permission to view this page." />
      ) : (
        <>
          <Figures metrics={metrics.data} error={metrics.error} />
          <div className="mt-2 grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
            <RecentActivity log={log} />
            {metrics.data ? <Addresses metrics={metrics.data} onCleared={refresh} /> : null}
          </div>
        </>
      )}
    </StaffLayout>
  )
}

/** Whether the system is operational, and since when that is known. */
function SystemStatus({ metrics }: { metrics: SecurityMetrics }) {
  return (
    <dl className="flex flex-wrap items-center gap-x-2 text-sm">
      <dt className="text-ink-soft">System Status</dt>
      <dd className="inline-flex flex-wrap items-center gap-2">
        <span>{metrics.systemStatus === 'failing' ? 'Not operational' : 'Operational'}</span>
        <HealthBadge health={metrics.systemStatus} parts={firstOf(metrics.systemAttention)} />
      </dd>
      <dt className="text-ink-soft">Last updated</dt>
      <dd>{formatTime(new Date(metrics.lastUpdated))}</dd>
    </dl>
  )
}

/** The first part that needs attention, and how many more do: the title bar is one row. */
function firstOf([first, ...more]: readonly string[]): string[] {
  if (first === undefined) return []
  return [more.length === 0 ? first : `${first} and ${more.length} more`]
}

/** The figures: loading, failed or loaded. */
function Figures({ metrics, error }: { metrics: SecurityMetrics | undefined; error: unknown }) {
  if (metrics === undefined && error !== null) {
    return (
      <Notice tone="danger" live="alert" title="Failed to load security data" className="mt-2">
        {detailOf(error)}
      </Notice>
    )
  }
  if (metrics === undefined) return <TableSkeleton label="Loading security data..." />
  return (
    <>
      <dl className="mt-2 grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        <CountCard label="Security Events" count={metrics.totalSecurityEvents} note="All time" />
        <CountCard label="Failed Logins (24h)" count={metrics.failedLoginsLast24h} />
        <CountCard label="Suspicious Activity (24h)" count={metrics.suspiciousActivitiesLast24h} />
        <CountCard label="Active Users" count={metrics.activeUsers} note="Signed in now" />
      </dl>
      {metrics.auditLog.firstAltered === null ? null : <ChainNotice state={metrics.auditLog} />}
    </>
  )
}

/** What failed from where, and what lifts a block. */
function Addresses({ metrics, onCleared }: { metrics: SecurityMetrics; onCleared: () => void }) {
  return (
    <div className="grid content-start gap-6">
      <FailedSignIns metrics={metrics} />
      <Allowed to="security.clear-address">
        <ClearAddress blocked={metrics.blockedAddresses} onCleared={onCleared} />
      </Allowed>
      {metrics.auditLog.firstAltered === null ? <ChainNotice state={metrics.auditLog} /> : null}
    </div>
  )
}
