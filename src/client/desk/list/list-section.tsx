import type { ApplicationSort } from '#domain/applications/review/list.ts'
import { detailOf } from '#client/lib/api.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { ApplicationsList, type ApplicationsListProps, type ListRow } from './applications-list.tsx'
import type { ApplicationRows } from './use-application-pages.ts'

export type ListSectionProps<Sort extends ApplicationSort, Row extends ListRow> = ApplicationsListProps<
  Sort,
  Row
> & {
  /** What is said where there is nothing to show. */
  empty: string
  /** What one row is, and several are. */
  noun?: readonly [one: string, several: string]
}

const APPLICATIONS = ['application', 'applications'] as const

/** A list in each of its states: on its way, failed, empty, there. */
export function ListSection<Sort extends ApplicationSort, Row extends ListRow>({
  empty,
  noun = APPLICATIONS,
  ...props
}: ListSectionProps<Sort, Row>) {
  const { list } = props
  if (list.isLoading) return <TableSkeleton label="Loading applications..." />
  if (list.error) {
    return (
      <LoadFailure className="mt-8" title="The applications could not be loaded" onRetry={list.retry}>
        {detailOf(list.error)}
      </LoadFailure>
    )
  }
  if (list.rows.length === 0) {
    return <p className="mt-8 border-y border-hairline py-12 text-center text-lg text-ink-soft">{empty}</p>
  }
  return (
    <div className="mt-6">
      <p role="status" className="pb-2 text-sm text-ink-soft">
        {countText(list, noun)}
      </p>
      <ApplicationsList {...props} />
      {list.moreFailed ? (
        <LoadFailure onRetry={list.retry}>More applications could not be loaded.</LoadFailure>
      ) : null}
    </div>
  )
}

function countText(
  { total, offset, rows, hasMore }: ApplicationRows<unknown>,
  [one, several]: readonly [string, string],
): string {
  const count = total ?? offset + rows.length
  const more = total === null && hasMore ? 'More than ' : ''
  return `${more}${count.toLocaleString('en-ZA')} ${count === 1 && !more ? one : several}`
}
