import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { LogPages } from './use-log-pages.ts'

/** What follows the rows of a log that are shown: how many there are, and the way to older ones. */
export function LogMore({ log }: { log: LogPages<unknown> }) {
  const { rows, total, showOlder, isLoadingOlder, olderFailed } = log
  return (
    <div className="mt-6">
      {olderFailed ? (
        <Notice tone="danger" live="alert" className="mb-4">
          Older entries could not be loaded. Please try again.
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p role="status" className="text-sm text-ink-soft">
          {shownInWords(rows.length, total)}
        </p>
        {showOlder === null ? null : (
          <Button
            tone="secondary"
            size="small"
            pending={isLoadingOlder}
            pendingLabel="Loading..."
            onClick={showOlder}
          >
            {rows.length === 0 ? 'Search further back' : 'Show older entries'}
          </Button>
        )}
      </div>
    </div>
  )
}

function shownInWords(shown: number, total: number | null): string {
  const entries = `${shown.toLocaleString('en-ZA')} ${shown === 1 ? 'entry' : 'entries'}`
  return total === null ? `${entries} shown` : `${entries} shown of ${total.toLocaleString('en-ZA')}`
}
