import { Check } from 'lucide-react'
import { formatTime } from '#domain/time/dates.ts'
import type { WizardState } from './wizard-state.ts'

/**
 * "Saved 14:02", or that what was typed last is not saved yet. Its line is kept free, so that nothing moves when it comes;
 * read out when it changes, which is once a minute at most.
 */
export function SavedLine({ savedAt, unsaved }: Pick<WizardState, 'savedAt' | 'unsaved'>) {
  return (
    <p role="status" className="-mt-4 mb-4 flex min-h-6 items-center gap-1.5 text-sm text-ink-soft sm:-mt-8">
      {unsaved ? (
        'Not saved yet. We keep trying while this page is open.'
      ) : savedAt ? (
        <>
          <Check aria-hidden="true" className="size-4 text-success" />
          <span className="amounts">Saved {formatTime(savedAt)}</span>
        </>
      ) : null}
    </p>
  )
}
