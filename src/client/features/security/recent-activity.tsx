import type { SecurityAuditEntry } from '#domain/api/audit-log.ts'
import { formatExactTime } from '#domain/time/dates.ts'
import { LogList } from '#client/features/audit/log-list.tsx'
import { actionText } from '#client/features/audit/log-text.ts'
import type { Column } from '#client/shared/lists/column.ts'
import type { LoadedRows } from '#client/shared/lists/use-list.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Section } from '#client/ui/section.tsx'

/** The last fifty entries of the log, older ones on demand. */
export function RecentActivity({ log }: { log: LoadedRows<SecurityAuditEntry> }) {
  return (
    <Section title="Recent Activity">
      <LogList log={log} columns={columns} caption="Recent activity" empty="No audit logs available" />
    </Section>
  )
}

const columns: readonly Column<SecurityAuditEntry>[] = [
  { id: 'action', title: 'Action', width: 'w-[24%]', cell: ({ action }) => actionText(action) },
  {
    id: 'success',
    title: 'Outcome',
    width: 'w-32',
    cell: ({ success }) => (
      <Badge tone={success ? 'success' : 'danger'}>{success ? 'Success' : 'Failed'}</Badge>
    ),
  },
  { id: 'ip', title: 'IP Address', width: 'w-[15%]', cell: ({ ip }) => ip ?? '–' },
  {
    id: 'time',
    title: 'Time',
    width: 'w-[20%]',
    cell: ({ timestamp }) => <time dateTime={timestamp}>{formatExactTime(new Date(timestamp))}</time>,
  },
  {
    id: 'user',
    title: 'User',
    cell: ({ userId, userName }) =>
      userId === null ? (
        <span className="text-ink-soft">Not signed in</span>
      ) : (
        <>
          <span>{userName}</span>
          <span className="block text-xs text-ink-soft">{userId}</span>
        </>
      ),
  },
]
