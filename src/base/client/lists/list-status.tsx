import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import { formatTime } from '#base/rules/time/dates.ts'
import { Button } from '#base/client/ui/button.tsx'
import type { LoadedRows } from './use-list.ts'
import type { StableList } from './use-stable-list.ts'

type ListStatusProps = {
  stable: Pick<StableList<unknown, unknown>, 'changes' | 'showChanges'> & { list: LoadedRows<unknown> }
  /** The number of rows, as text. */
  count: string
  /** What changed the list, as text after the number of changes. */
  cause?: string
}

/**
 * The number of rows and a button that refetches them; after changes by others their number instead, and the button
 * shows them. Nothing moves, and the button keeps the focus.
 */
export function ListStatus({
  stable: { list, changes, showChanges },
  count,
  cause = 'by others',
}: ListStatusProps) {
  const isChanged = changes > 0
  const isLoaded = !list.isLoading && !list.error
  return (
    <div className="ml-auto flex flex-wrap items-center gap-x-2">
      <p role="status" className={isChanged ? 'text-sm font-semibold text-brass' : 'text-sm text-ink-soft'}>
        {isChanged ? (
          <>
            {/* Announced with the first change; a new number is not. */}
            <span aria-live="off">{changesText(changes)}</span>
            <span>{` ${cause}`}</span>
            <span aria-hidden="true"> ·</span>
          </>
        ) : isLoaded ? (
          count
        ) : null}
      </p>
      <Button
        tone="quiet"
        // Its space is there from the start, so that the rows do not move.
        className={clsx('-mr-3', isChanged && '-ml-4', !isLoaded && 'invisible')}
        pending={!isChanged && list.isRefreshing}
        pendingLabel="Refreshing"
        icon={isChanged ? undefined : <RotateCw aria-hidden="true" className="size-4" />}
        onClick={isChanged ? showChanges : list.retry}
      >
        {isChanged ? (
          <span className="text-sm">Show changes</span>
        ) : (
          <span className="text-sm font-normal">
            <span className="sr-only">Refresh. </span>
            <span>{`As at ${formatTime(list.readAt)}`}</span>
          </span>
        )}
      </Button>
    </div>
  )
}

function changesText(changes: number): string {
  return `${changes.toLocaleString('en-ZA')} ${changes === 1 ? 'change' : 'changes'}`
}
