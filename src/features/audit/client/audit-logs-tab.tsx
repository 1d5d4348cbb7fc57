import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw } from 'lucide-react'
import type { SystemAuditEntry } from '#features/audit/api.ts'
import { formatShortTime } from '#base/rules/time/dates.ts'
import { addressOf } from '#base/client/lib/api.ts'
import { callPage } from '#base/client/lib/call-page.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import type { Column } from '#base/client/lists/column.ts'
import { defineList, useList } from '#base/client/lists/use-list.ts'
import { Badge } from '#base/client/ui/badge.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { LinkButton } from '#base/client/ui/link-button.tsx'
import { MoreButton } from '#base/client/ui/toolbar-buttons.tsx'
import { ChainNotice } from './chain-notice.tsx'
import { LogControls } from './log-controls.tsx'
import { logFilter, queryOf, type LogFilter } from './log-filter.ts'
import { LOG_PAGE_ROWS, logKey, LogList } from './log-list.tsx'
import { actionText } from './log-text.ts'
import { ResourceText } from './resource-text.tsx'

const systemLog = defineList<SystemAuditEntry, LogFilter>({
  key: [logKey, 'system'],
  view: logFilter,
  pageRows: LOG_PAGE_ROWS,
  load: (filter, page, signal) =>
    callPage('GET /api/system-admin/audit-logs', { ...queryOf(filter), ...page }, signal),
})

const stateQuery = queryFor('GET /api/system-admin/audit-log-state')

/** The audit log and its integrity (specification section 2, "Audit Logs"). */
export function AuditLogsTab() {
  const log = useList(systemLog)
  const chain = useQuery({ ...stateQuery, staleTime: 0 })
  const refresh = () => {
    log.retry()
    void chain.refetch()
  }
  return (
    <>
      <h2 className="sr-only">Audit Logs</h2>
      {chain.data?.firstAltered ? <ChainNotice state={chain.data} /> : null}
      <LogControls key={JSON.stringify(log.view)} filter={log.view} onFilter={log.changeView}>
        <MoreButton>
          <LinkButton
            external
            size="small"
            icon={<Download aria-hidden="true" className="size-4" />}
            href={addressOf('/api/system-admin/audit-logs/export', undefined, queryOf(log.view))}
            download
          >
            Export as CSV
          </LinkButton>
          <Button
            tone="secondary"
            size="small"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            pending={log.isRefreshing}
            pendingLabel="Refreshing"
            onClick={refresh}
          >
            Refresh
          </Button>
        </MoreButton>
        {chain.data && !chain.data.firstAltered ? (
          <ChainNotice state={chain.data} className="ml-auto" />
        ) : null}
      </LogControls>
      <LogList log={log} columns={columns} caption="Audit log" empty="No audit logs available." />
    </>
  )
}

/** The columns of specification section 2. */
const columns: readonly Column<SystemAuditEntry>[] = [
  {
    id: 'timestamp',
    title: 'Timestamp',
    width: 'w-[19%]',
    cell: ({ timestamp }) => <time dateTime={timestamp}>{formatShortTime(new Date(timestamp))}</time>,
  },
  {
    id: 'user',
    title: 'User',
    width: 'w-[19%]',
    cell: ({ userId, userName }) =>
      userName ?? <span className="text-ink-soft">{userId ?? 'Not signed in'}</span>,
  },
  { id: 'action', title: 'Action', cell: ({ action }) => actionText(action) },
  {
    id: 'resource',
    title: 'Resource',
    cell: (entry) => <ResourceText {...entry} />,
  },
  { id: 'ip', title: 'IP Address', width: 'w-[14%]', cell: ({ ipAddress }) => ipAddress ?? '–' },
  {
    id: 'status',
    title: 'Status',
    width: 'w-28',
    cell: ({ status }) => <Badge tone={status === 'SUCCESS' ? 'success' : 'danger'}>{status}</Badge>,
  },
]
