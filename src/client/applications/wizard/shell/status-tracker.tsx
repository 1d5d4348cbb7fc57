import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { clientStatuses, trackerPath } from '#domain/applications/lifecycle/tracker.ts'

/** A status that the success page has words for: every one but a draft's. */
export type SubmittedStatus = keyof typeof clientStatuses

/** How far an application has come on its way. One that left the way has no tracker. */
export function StatusTracker({ status }: { status: SubmittedStatus }) {
  const current = trackerPath.findIndex((stage) => stage === status)
  if (current === -1) return null
  return (
    <ol aria-label="Progress of your application" className="grid gap-x-2 gap-y-0 sm:grid-cols-4">
      {trackerPath.map((stage, index) => {
        const reached = index <= current
        return (
          <li
            key={stage}
            aria-current={index === current ? 'step' : undefined}
            className={clsx(
              'flex items-center gap-3 border-l-2 py-2 pl-4 sm:flex-row sm:border-t-2 sm:border-l-0 sm:pt-3 sm:pl-0',
              reached ? 'border-brass-line' : 'border-hairline text-ink-soft',
              index === current && 'font-semibold',
            )}
          >
            <Check
              aria-hidden="true"
              className={clsx('size-4 shrink-0 text-brass', !reached && 'invisible sm:hidden')}
            />
            <span>
              {clientStatuses[stage].label}
              {reached ? null : <span className="sr-only"> (not yet)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
