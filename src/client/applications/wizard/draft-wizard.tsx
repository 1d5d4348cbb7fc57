import { Check } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Application } from '#domain/api/application.ts'
import { firstStep, progressPercent, stepIndex, wizardSteps } from '#domain/applications/wizard/steps.ts'
import { formatTime } from '#domain/time/dates.ts'
import { WizardLayout } from '#client/app/layouts/wizard-layout.tsx'
import { useSession } from '#client/auth/use-session.ts'
import { isUploading } from '#client/documents/active-uploads.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { StepIndicator } from '#client/ui/step-indicator.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { StepScreen } from './step-screen.tsx'
import { screenOf } from './step-session.ts'
import { useWizard, type Wizard } from './use-wizard.ts'

/** The steps of an application that is not submitted yet (specification section 2, "Client onboarding wizard"). */
export function DraftWizard({ application }: { application: Application }) {
  const { signOut } = useSession()
  const wizard = useWizard(application, () =>
    // The session tells of a failure itself; one stays on the page then.
    signOut.mutateAsync().then(
      () => true,
      () => false,
    ),
  )
  const { step, busy, conflict, screens } = wizard
  useFocusOnNewScreen(screens)
  const leaving = useLeavingDuringUpload(wizard.saveAndSignOut)
  const unassigned = step !== firstStep && application.createdByWealthManagerId === null
  return (
    <WizardLayout
      progress={
        <StepIndicator steps={wizardSteps} current={stepIndex(step)} percent={progressPercent(step)} />
      }
      onSaveAndSignOut={leaving.ask}
      signingOut={busy === 'signOut'}
    >
      <SavedLine at={wizard.savedAt} />
      {unassigned ? <NoManagerNotice /> : null}
      {screens.map((screen) => (
        <StepScreen key={screenOf(screen.session)} {...screen} />
      ))}
      <ConfirmDialog
        open={leaving.asked}
        title="A file is still being uploaded"
        description="If you sign out now, it is not kept. Your answers are saved either way."
        confirmLabel="Sign out anyway"
        cancelLabel="Keep uploading"
        tone="danger"
        onConfirm={leaving.confirm}
        onCancel={leaving.cancel}
      />
      {conflict ? <ConflictDialog conflict={conflict} saving={busy !== null} /> : null}
    </WizardLayout>
  )
}

/** Asks before signing out takes files with it that are on their way; without any it signs out at once. */
function useLeavingDuringUpload(leave: () => void) {
  const [asked, setAsked] = useState(false)
  return {
    asked,
    ask: useCallback(() => (isUploading() ? setAsked(true) : leave()), [leave]),
    cancel: () => setAsked(false),
    confirm: () => {
      setAsked(false)
      leave()
    },
  }
}

/** "Saved 14:02". Its line is kept free, so that nothing moves when it comes. */
function SavedLine({ at }: { at: Date | null }) {
  return (
    <p role="status" className="-mt-4 mb-4 flex min-h-6 items-center gap-1.5 text-sm text-ink-soft sm:-mt-8">
      {at ? (
        <>
          <Check aria-hidden="true" className="size-4 text-success" />
          <span className="amounts">Saved {formatTime(at)}</span>
        </>
      ) : null}
    </p>
  )
}

function NoManagerNotice() {
  return (
    <Notice tone="warning" title="No Wealth Manager Assigned" className="mb-8">
      FAIS documents become available once a wealth manager is assigned to you.
    </Notice>
  )
}

/** A screen that begins again under the same heading, with newer answers, takes the focus to that heading. */
function useFocusOnNewScreen(screens: Wizard['screens']) {
  const shown = screens.find((one) => one.shown)
  const screen = shown ? screenOf(shown.session) : ''
  const last = useRef(screen)
  useEffect(() => {
    const [step] = screen.split('/')
    const again = last.current !== screen && last.current.split('/')[0] === step
    last.current = screen
    if (again) document.querySelector<HTMLElement>('h1:not(.out-of-sight *)')?.focus()
  }, [screen])
}
