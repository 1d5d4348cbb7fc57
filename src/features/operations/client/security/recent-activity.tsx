import type { SecurityAuditEntry } from '#features/audit/api.ts'
import { formatShortTime } from '#base/rules/time/dates.ts'
import { LogControls } from '#features/audit/client/log-controls.tsx'
import type { LogFilter } from '#features/audit/client/log-filter.ts'
import { LogList } from '#features/audit/client/log-list.tsx'
import { actionText } from '#features/audit/client/log-text.ts'
import { ResourceText } from '#features/audit/client/resource-text.tsx'
import type { Column } from '#base/client/lists/column.ts'
import type { List } from '#base/client/lists/use-list.ts'
import { Badge } from '#base/client/ui/badge.tsx'

/** The entries of the log that match the filter, older ones on demand. */
export function RecentActivity({ log }: { log: List<SecurityAuditEntry, LogFilter> }) {
  return (
    <section aria-label="Recent Activity">
      <LogControls key={JSON.stringify(log.view)} filter={log.view} onFilter={log.changeView}>
        <h2 className="-order-1 mr-2 text-lg">Recent Activity</h2>
      </LogControls>
      <LogList log={log} columns={columns} caption="Recent activity" empty="No audit logs available" />
    </section>
  )
}

const columns: readonly Column<SecurityAuditEntry>[] = [
  { id: 'action', title: 'Action', width: 'w-[18%]', cell: ({ action }) => actionText(action) },
  { id: 'resource', title: 'Resource', cell: (entry) => <ResourceText {...entry} /> },
  {
    id: 'success',
    title: 'Outcome',
    width: 'w-28',
    cell: ({ success }) => (
      <Badge tone={success ? 'success' : 'danger'}>{success ? 'Success' : 'Failed'}</Badge>
    ),
  },
  { id: 'ip', title: 'IP Address', width: 'w-28', cell: ({ ip }) => ip ?? '–' },
  {
    id: 'time',
    title: 'Time',
    width: 'w-44',
    cell: ({ timestamp }) => <time dateTime={timestamp}>{formatShortTime(new Date(timestamp))}</time>,
  },
  {
    id: 'user',
    title: 'User',
    cell: ({ userId, userName }) =>
      userId === null ? (
        <span className="text-ink-soft">Not signed in</span>
      ) : (
        <>
          <span translate="no">{userName}</span>
          <span className="block text-xs text-ink-soft">{userId}</span>
        </>
      ),
  },
]
