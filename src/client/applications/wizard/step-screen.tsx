import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import { useAfterPaint } from '#client/ui/after-paint.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { PageShown } from '#client/ui/page-title.ts'
import { FormSkeleton } from '#client/ui/skeleton.tsx'
import { useStepComponent, type DraftStepId } from './step-components.ts'
import { writeDraft } from './step-draft.ts'
import { StepMoment, type StepActions } from './step-props.ts'
import { withPatch } from './step-problems.ts'
import type { Session } from './step-session.ts'
import type { ScreenReader } from './use-screen.ts'

export interface StepScreenProps {
  session: Session
  application: Application
  /** False while the screen is only prepared, or about to go: nobody sees, reaches or hears it. */
  shown: boolean
  moment: StepMoment
  actions: StepActions
  onTyped: ScreenReader['onTyped']
  onTouched: (step: DraftStepId) => void
}

/** The screen of one visit to a step. */
export const StepScreen = memo(function StepScreen(props: StepScreenProps) {
  const { session, shown, moment, actions } = props
  const { Step, failed, retry } = useStepComponent(session.step)
  const held = useHeld(props)
  const box = useLaidOut(shown)
  return (
    <PageShown value={shown}>
      <StepMoment value={moment}>
        <div ref={box} className={shown ? undefined : 'out-of-sight'}>
          {Step ? <Step {...held} {...actions} /> : null}
          {Step || failed ? null : <FormSkeleton label="Loading..." />}
          {failed ? <NotLoaded onRetry={retry} /> : null}
        </div>
      </StepMoment>
    </PageShown>
  )
})

/** Has the browser lay a prepared screen out at once, which it would otherwise put off until the screen is shown. */
function useLaidOut(shown: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [prepared] = useState(!shown)
  useEffect(() => {
    if (prepared) box.current?.firstElementChild?.getBoundingClientRect()
  }, [prepared])
  return box
}

/**
 * What the step shows and keeps. Deferred: a screen that was prepared comes into sight as it is, and follows afterwards what
 * the save before it changed of the rest of the application.
 */
function useHeld({ session, application, onTyped, onTouched }: StepScreenProps) {
  const { step } = session
  const { base, kept, typed } = session.draft
  const { id } = application
  const draft = useMemo(
    () => ({
      read: () => typed,
      write: (screen: unknown) => {
        writeDraft(sessionStorage, id, step, { base, kept, typed: screen })
        onTouched(step)
      },
    }),
    [id, step, base, kept, typed, onTouched],
  )
  const onTypedHere = useCallback(
    (read: () => Record<string, unknown>) => onTyped(step, read),
    [onTyped, step],
  )
  const shown = useMemo(
    () => (Object.keys(kept).length === 0 ? application : withPatch(application, kept)),
    [application, kept],
  )
  return useAfterPaint(
    useMemo(() => ({ application: shown, draft, onTyped: onTypedHere }), [shown, draft, onTypedHere]),
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailure title="This page could not be loaded" onRetry={onRetry}>
      Please check your connection. Everything that you saved is safe.
    </LoadFailure>
  )
}
