import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { Progress } from '#features/applications/api/application.ts'
import { clientStatuses, trackerPath } from '#features/applications/rules/lifecycle/tracker.ts'
import { placeholderDates, stagesOf, type Stage, type SubmittedStatus } from './stages.ts'

/**
 * The stages of an application, and their dates.
 *
 * @param isReading the dates are still loading
 */
export function StatusTracker({
  status,
  progress,
  isReading,
}: {
  status: SubmittedStatus
  progress: Progress | null
  isReading: boolean
}) {
  const now = new Date()
  const stages = stagesOf(status, isReading ? placeholderDates(status, now) : progress, now)
  return (
    <ol
      aria-busy={isReading}
      aria-label="Progress of your application"
      className="grid sm:auto-cols-fr sm:grid-flow-col sm:gap-x-2"
    >
      {stages.map((stage) => (
        <StageItem key={stage.status} stage={stage} isReading={isReading} />
      ))}
    </ol>
  )
}

function StageItem({ stage: { status, state, when }, isReading }: { stage: Stage; isReading: boolean }) {
  const reached = state !== 'ahead'
  const isGood = reached && trackerPath.some((good) => good === status)
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx(
        'grid grid-cols-[1rem_1fr] content-start items-baseline gap-x-3 border-l-2 py-2 pl-4 sm:border-t-2 sm:border-l-0 sm:pt-3 sm:pl-0',
        reached ? 'border-brass-line' : 'border-hairline text-ink-soft',
      )}
    >
      <Check aria-hidden="true" className={clsx('size-4 self-center text-brass', !isGood && 'invisible')} />
      <span className={state === 'current' ? 'font-semibold' : undefined}>
        <span>{clientStatuses[status].label}</span>
        {reached ? null : <span className="sr-only"> (not yet)</span>}
      </span>
      {when === null ? null : (
        <span className={clsx('col-start-2 text-sm text-ink-soft', isReading && 'invisible')}>{when}</span>
      )}
    </li>
  )
}
