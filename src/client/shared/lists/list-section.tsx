import { detailOf } from '#client/shared/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import type { LoadedRows } from './use-list.ts'
import type { Elements } from '#client/ui/elements.ts'

/** What a list says of itself. */
export interface ListWords {
  loading: string
  failed: string
  moreFailed: string
  /** The button that shows more; a windowed list has none. */
  more?: (shown: number) => string
}

export type ListSectionProps = {
  list: LoadedRows<unknown>
  words: ListWords
  /** What is said where there is nothing to show. */
  empty: string
  /** How many rows there are, in words. */
  count?: string
  /** The rows, where there are any. */
  children: Elements
}

/** A list in each of its states: on its way, failed, empty, there; and the way to more of it. */
export function ListSection({ list, words, empty, count, children }: ListSectionProps) {
  if (list.isLoading) return <TableSkeleton label={words.loading} />
  if (list.error) {
    return (
      <LoadFailure className="mt-8" title={words.failed} onRetry={list.retry}>
        {detailOf(list.error)}
      </LoadFailure>
    )
  }
  return (
    <>
      {list.rows.length === 0 ? (
        <p className="mt-8 border-y border-hairline px-4 py-12 text-center text-lg text-ink-soft">{empty}</p>
      ) : (
        <div className="mt-6">
          {count === undefined ? null : (
            <p role="status" className="pb-2 text-sm text-ink-soft">
              {count}
            </p>
          )}
          {children}
        </div>
      )}
      {list.moreFailed ? (
        <LoadFailure className="mt-6" onRetry={list.retry}>
          {words.moreFailed}
        </LoadFailure>
      ) : null}
      {words.more && list.hasMore && !list.moreFailed ? (
        <Button
          tone="secondary"
          className="mt-6"
          pending={list.isLoadingMore}
          pendingLabel="Loading..."
          onClick={list.showMore}
        >
          {words.more(list.rows.length)}
        </Button>
      ) : null}
    </>
  )
}

/** "1,234 applications", or how many there are at least where nobody counted. */
export function countText(
  { total, offset, rows, hasMore }: LoadedRows<unknown>,
  [one, several]: readonly [one: string, several: string],
): string {
  const count = total ?? offset + rows.length
  const more = total === null && hasMore ? 'More than ' : ''
  return `${more}${count.toLocaleString('en-ZA')} ${count === 1 && !more ? one : several}`
}
