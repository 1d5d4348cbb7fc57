import { useEffect, useState } from 'react'
import type { BulkProgress as Progress } from '#features/review/api/bulk-acts.ts'
import { Button } from '#base/client/ui/button.tsx'
import { ProgressBar } from '#base/client/ui/progress-bar.tsx'
import { upcomingText, doneText, outcomesText, finishedCount, runningText } from './bulk-texts.ts'
import { ResultsDialog } from './results-dialog.tsx'

type BulkProgressProps = {
  progress: Progress
  isCallingOff: boolean
  onCallOff: () => void
  onClose: () => void
}

/** The progress and results of a bulk action, with a cancel button before it starts. */
export function BulkProgressPanel({ progress, isCallingOff, onCallOff, onClose }: BulkProgressProps) {
  const [showing, setShowing] = useState(false)
  const { total, endedAt, calledOffAt } = progress
  const seconds = useSecondsUntil(new Date(progress.beginsAt))
  const through = finishedCount(progress)
  const isWaiting = progress.startedAt === null && endedAt === null
  return (
    <div className="not-last:mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-64">
          {textOf(progress)}
        </p>
        {isWaiting && seconds > 0 ? (
          <Button size="small" pending={isCallingOff} pendingLabel="Undoing..." onClick={onCallOff}>
            <span>Undo</span>
            <span aria-hidden="true">{` (${seconds})`}</span>
          </Button>
        ) : null}
        {endedAt === null ? null : (
          <span className="flex gap-2">
            {calledOffAt === null ? (
              <Button size="small" tone="secondary" onClick={() => setShowing(true)}>
                Show details
              </Button>
            ) : null}
            <Button size="small" tone="quiet" onClick={onClose}>
              Close
            </Button>
          </span>
        )}
      </div>
      {!isWaiting && endedAt === null ? (
        <ProgressBar
          className="mt-2"
          percent={(100 * through) / total}
          label={doneText(progress)}
          valueText={`${through} of ${total}`}
        />
      ) : null}
      {showing ? <ResultsDialog progress={progress} onClose={() => setShowing(false)} /> : null}
    </div>
  )
}

function textOf(progress: Progress): string {
  if (progress.calledOffAt !== null) return 'Undone. Nothing was changed.'
  if (progress.endedAt !== null) return outcomesText(progress)
  return progress.startedAt === null ? upcomingText(progress) : runningText(progress)
}

/** The seconds left until a time, counted down. */
function useSecondsUntil(time: Date): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((time.getTime() - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  return left
}
