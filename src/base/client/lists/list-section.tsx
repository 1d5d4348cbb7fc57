import type { ReactNode } from 'react'
import { detailOf } from '#base/client/lib/api.ts'
import { Button } from '#base/client/ui/button.tsx'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { TableSkeleton } from '#base/client/ui/skeleton.tsx'
import type { LoadedRows } from './use-list.ts'
import type { Elements } from '#base/client/ui/elements.ts'

/** The texts of a list. */
export interface ListTexts {
  loading: string
  failed: string
  moreFailed: string
  /** The "show more" button; a windowed list has none. */
  more?: (shown: number) => string
}

export type ListSectionProps = {
  list: LoadedRows<unknown>
  texts: ListTexts
  /** The text of an empty list, and what to do then. */
  empty: ReactNode
  /** The number of rows, as text. */
  count?: string
  /** The rows, if there are any. */
  children: Elements
}

/** A list in each state: loading, failed, empty or loaded, with a "show more" button. */
export function ListSection({ list, texts, empty, count, children }: ListSectionProps) {
  if (list.isLoading) return <TableSkeleton label={texts.loading} />
  if (list.error) {
    return (
      <LoadFailure className="mt-8" title={texts.failed} onRetry={list.retry}>
        {detailOf(list.error)}
      </LoadFailure>
    )
  }
  return (
    <>
      {list.rows.length === 0 ? (
        <div className="px-4 py-12 text-center text-lg text-ink-soft">{empty}</div>
      ) : (
        <>
          {children}
          {count === undefined ? null : (
            <p role="status" className="mt-2 text-xs text-ink-soft">
              {count}
            </p>
          )}
        </>
      )}
      {list.moreFailed ? (
        <LoadFailure className="mt-6" onRetry={list.retry}>
          {texts.moreFailed}
        </LoadFailure>
      ) : null}
      {texts.more && list.hasMore && !list.moreFailed ? (
        <Button
          tone="secondary"
          className="mt-3"
          pending={list.isLoadingMore}
          pendingLabel="Loading..."
          onClick={list.showMore}
        >
          {texts.more(list.rows.length)}
        </Button>
      ) : null}
    </>
  )
}

/** "1,234 applications", or "at least ..." if they were not counted. */
export function countText(
  { total, offset, rows, hasMore }: LoadedRows<unknown>,
  [one, several]: readonly [one: string, several: string],
): string {
  const count = total ?? offset + rows.length
  const more = total === null && hasMore ? 'More than ' : ''
  return `${more}${count.toLocaleString('en-ZA')} ${count === 1 && !more ? one : several}`
}
