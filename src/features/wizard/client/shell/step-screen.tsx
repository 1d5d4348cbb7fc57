import { useCallback, useDeferredValue, useMemo } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { LoadFailure } from '#base/client/ui/load-failure.tsx'
import { FormSkeleton } from '#base/client/ui/skeleton.tsx'
import { StepStatus } from '../steps/step-props.ts'
import { withPatch } from '../steps/step-problems.ts'
import type { DraftStepId } from '../steps/step-props.ts'
import { useStepComponent } from './step-components.ts'
import type { Wizard } from './wizard.ts'
import type { Visit } from './wizard-state.ts'

export interface StepScreenProps {
  step: DraftStepId
  visit: Visit
  application: Application
  status: StepStatus
  wizard: Wizard
}

export function StepScreen(props: StepScreenProps) {
  const { step, status, wizard } = props
  const { Step, failed, retry } = useStepComponent(step)
  const stepProps = useStepProps(props)
  return (
    <StepStatus value={status}>
      {Step ? <Step {...stepProps} {...wizard.actions} /> : null}
      {Step || failed ? null : <FormSkeleton label="Loading..." />}
      {failed ? <NotLoaded onRetry={retry} /> : null}
    </StepStatus>
  )
}

/**
 * The answers of a step and its draft. Deferred, so that typing does not wait for the render after a save.
 */
function useStepProps({ step, visit, application, wizard }: StepScreenProps) {
  const { overlay, typed } = visit.draft
  const draft = useMemo(
    () => ({ read: () => typed, write: (screen: unknown) => wizard.typed(step, screen) }),
    [step, typed, wizard],
  )
  const registerScreen = useCallback(
    (read: () => Record<string, unknown>) => wizard.registerScreen(step, read),
    [wizard, step],
  )
  const shown = useMemo(
    () => (Object.keys(overlay).length === 0 ? application : withPatch(application, overlay)),
    [application, overlay],
  )
  return { application: useDeferredValue(shown), draft, registerScreen, autosave: wizard.autosaveNow }
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailure title="This page could not be loaded" onRetry={onRetry}>
      Please check your connection. Everything you saved is safe.
    </LoadFailure>
  )
}
