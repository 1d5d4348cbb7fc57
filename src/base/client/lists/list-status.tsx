import { clsx } from 'clsx'
import { useRef } from 'react'
import { formatTime } from '#base/rules/time/dates.ts'
import { Button } from '#base/client/ui/button.tsx'
import type { LoadedRows } from './use-list.ts'
import type { StableList } from './use-stable-list.ts'

type ListStatusProps = {
  stable: Pick<StableList<unknown, unknown>, 'changes' | 'showChanges'> & { list: LoadedRows<unknown> }
  /** The number of rows, as text. */
  count: string
}

/**
 * The number of rows; after changes by others their number and a button that shows them; after a failed refresh the
 * time of the rows and a button that tries again. Nothing moves.
 */
export function ListStatus({ stable: { list, changes, showChanges }, count }: ListStatusProps) {
  const text = useRef<HTMLParagraphElement>(null)
  const isChanged = changes > 0
  const isLoaded = !list.isLoading && !list.error
  const hasButton = isChanged || list.isRefreshFailed
  return (
    <div className="ml-auto flex shrink-0 items-center gap-x-1 text-xs">
      <p
        ref={text}
        tabIndex={-1}
        role="status"
        className={clsx(
          'amounts whitespace-nowrap',
          isChanged ? 'font-semibold text-brass' : 'text-ink-soft',
        )}
      >
        {isChanged ? (
          <>
            {/* Announced with the first change; a new number is not. */}
            <span aria-live="off">{changes.toLocaleString('en-ZA')}</span>
            <span> changed</span>
          </>
        ) : list.isRefreshFailed ? (
          `As at ${formatTime(list.readAt)}`
        ) : isLoaded ? (
          count
        ) : null}
      </p>
      {hasButton ? (
        <Button
          tone="quiet"
          size="small"
          className="-mr-4"
          pending={!isChanged && list.isRefreshing}
          onClick={() => {
            // The button goes.
            text.current?.focus()
            if (isChanged) showChanges()
            else list.retry()
          }}
        >
          {isChanged ? (
            <>
              <span>Show</span>
              <span className="sr-only"> changes</span>
            </>
          ) : (
            'Refresh'
          )}
        </Button>
      ) : null}
    </div>
  )
}
