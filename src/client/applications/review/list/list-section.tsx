import type { ApplicationSort } from '#domain/applications/review/list.ts'
import { detailOf } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { ApplicationsList, type ApplicationsListProps } from './applications-list.tsx'

export type ListSectionProps<Sort extends ApplicationSort> = ApplicationsListProps<Sort> & {
  /** What is said where there is nothing to show. */
  empty: string
}

/** A list in each of its states: on its way, failed, empty, there. */
export function ListSection<Sort extends ApplicationSort>({ empty, ...props }: ListSectionProps<Sort>) {
  const { list } = props
  if (list.isLoading) return <TableSkeleton label="Loading applications..." />
  if (list.error) {
    return (
      <Notice
        tone="danger"
        live="alert"
        className="mt-8"
        title="The applications could not be loaded"
        action={
          <Button tone="secondary" size="small" onClick={list.retry}>
            Try again
          </Button>
        }
      >
        {detailOf(list.error)}
      </Notice>
    )
  }
  if (list.rows.length === 0) {
    return <p className="mt-8 border-y border-hairline py-12 text-center text-lg text-ink-soft">{empty}</p>
  }
  return (
    <div className="mt-6">
      <p role="status" className="pb-2 text-sm text-ink-soft">
        {countText(list.total, list.offset + list.rows.length, list.hasMore)}
      </p>
      <ApplicationsList {...props} />
      {list.moreFailed ? (
        <Notice
          tone="danger"
          live="alert"
          action={
            <Button tone="secondary" size="small" onClick={list.retry}>
              Try again
            </Button>
          }
        >
          More applications could not be loaded.
        </Notice>
      ) : null}
    </div>
  )
}

function countText(total: number | null, seen: number, hasMore: boolean): string {
  const count = total ?? seen
  const more = total === null && hasMore ? 'More than ' : ''
  return `${more}${count.toLocaleString('en-ZA')} application${count === 1 && !more ? '' : 's'}`
}
