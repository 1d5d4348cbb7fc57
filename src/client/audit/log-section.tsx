import { detailOf } from '#client/lib/api.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RecordList, type RecordColumn } from '#client/ui/record-list.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { LogMore } from './log-more.tsx'
import type { LogPages } from './use-log-pages.ts'

export type LogSectionProps<Row> = {
  log: LogPages<Row>
  columns: readonly RecordColumn<Row>[]
  /** What the list is called: "Audit log". */
  caption: string
  /** What is said where there is nothing to show. */
  empty: string
}

/** The log in each of its states: on its way, failed, empty, there. */
export function LogSection<Row extends { id: string }>({
  log,
  columns,
  caption,
  empty,
}: LogSectionProps<Row>) {
  if (log.isLoading) return <TableSkeleton label="Loading the log..." />
  if (log.error) {
    return (
      <LoadFailure title="The log could not be loaded" onRetry={() => void log.refresh()}>
        {detailOf(log.error)}
      </LoadFailure>
    )
  }
  return (
    <>
      {log.rows.length === 0 ? (
        <p className="border-y border-hairline py-12 text-center text-lg text-ink-soft">{empty}</p>
      ) : (
        <RecordList caption={caption} columns={columns} rows={log.rows} idOf={({ id }) => id} />
      )}
      <LogMore log={log} />
    </>
  )
}
