import { Check } from 'lucide-react'
import { formatTime } from '#base/rules/time/dates.ts'
import { useOnline } from '#base/client/ui/use-online.ts'
import type { WizardState } from './wizard-state.ts'

/** "Saved 14:02", or that the last input is not saved yet and why; read aloud on changes, at most once a minute. */
export function SavedLine({ savedAt, unsaved }: Pick<WizardState, 'savedAt' | 'unsaved'>) {
  const online = useOnline()
  return (
    <p role="status" className="flex items-center gap-1 text-xs text-ink-soft lg:text-sm lg:leading-5">
      {unsaved ? (
        online ? (
          'Not saved yet. We’re still trying.'
        ) : (
          'Offline. Not saved yet.'
        )
      ) : savedAt ? (
        <>
          <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
          <span className="amounts">
            Saved<span className="max-sm:sr-only">{` ${formatTime(savedAt)}`}</span>
          </span>
        </>
      ) : null}
    </p>
  )
}
