import type { SecurityAuditEntry } from '#domain/api/audit-log.ts'
import { formatExactTime } from '#domain/time/dates.ts'
import { LogMore } from '#client/audit/log-more.tsx'
import { actionInWords } from '#client/audit/log-text.ts'
import type { LogPages } from '#client/audit/use-log-pages.ts'
import { detailOf } from '#client/lib/api.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RecordList, type RecordColumn } from '#client/ui/record-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'

/** What was done last, by whom and from where: fifty entries, and older ones on demand. */
export function RecentActivity({ log }: { log: LogPages<SecurityAuditEntry> }) {
  return (
    <Section title="Recent Activity">
      <Activity log={log} />
    </Section>
  )
}

function Activity({ log }: { log: LogPages<SecurityAuditEntry> }) {
  if (log.isLoading) return <TableSkeleton label="Loading recent activity..." />
  if (log.error) {
    return (
      <Notice
        tone="danger"
        live="alert"
        title="Recent activity could not be loaded"
        action={
          <Button tone="secondary" size="small" onClick={() => void log.refresh()}>
            Try again
          </Button>
        }
      >
        {detailOf(log.error)}
      </Notice>
    )
  }
  if (log.rows.length === 0) {
    return (
      <p className="border-y border-hairline py-12 text-center text-lg text-ink-soft">
        No audit logs available
      </p>
    )
  }
  return (
    <>
      <RecordList caption="Recent activity" columns={columns} rows={log.rows} idOf={({ id }) => id} />
      <LogMore log={log} />
    </>
  )
}

const columns: readonly RecordColumn<SecurityAuditEntry>[] = [
  { id: 'action', title: 'Action', width: 'w-[24%]', cell: ({ action }) => actionInWords(action) },
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
        <span className="text-ink-soft">Nobody signed in</span>
      ) : (
        <>
          {userName}
          <span className="block text-xs text-ink-soft">{userId}</span>
        </>
      ),
  },
]
