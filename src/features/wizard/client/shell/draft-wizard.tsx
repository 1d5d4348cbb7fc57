import { memo, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { firstStep, isStepId, progressPercent, stepIndex } from '#features/applications/rules/wizard/steps.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'
import { WizardLayout } from '#features/brand/client/shell/layouts/wizard-layout.tsx'
import { useSession } from '#features/access/client/use-session.ts'
import { useUnconfirmed } from '#features/sign-in/client/use-unconfirmed.ts'
import { PackLink } from '#features/due-diligence/client/pack/pack-link.tsx'
import { NotUploadedNotice } from '#features/documents/client/not-uploaded-notice.tsx'
import { UploadingDialog, useUploadQuestion } from '#features/documents/client/uploading-dialog.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { StepIndicator, type Step } from '#base/client/ui/step-indicator.tsx'
import type { StepStatus } from '../steps/step-props.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SavedLine } from './saved-line.tsx'
import { stepList } from './step-list.ts'
import { stepsIn, storeSteps, withStoredSteps } from './visited-steps.ts'
import { StepScreen } from './step-screen.tsx'
import { useWizard, useWizardState } from './use-wizard.ts'
import { draftStep, screenKey, type WizardState } from './wizard-state.ts'
import type { Wizard } from './wizard.ts'

/** The steps of a draft (specification section 2, "Client onboarding wizard"). */
export function DraftWizard({ application }: { application: Application }) {
  const { signOut } = useSession()
  const wizard = useWizard(application, () =>
    // The session reports an error itself; the page stays open then.
    signOut.mutateAsync().then(
      () => true,
      () => false,
    ),
  )
  return <WizardScreen {...{ wizard }} />
}

const packLink = <PackLink />

const unconfirmedNotice = lazyPart(
  async () => (await import('#features/sign-in/client/unconfirmed-notice.tsx')).UnconfirmedNotice,
)

/** Memoised: the cache returns the wizard's own saves, which are on screen already. */
const WizardScreen = memo(function WizardScreen({ wizard }: { wizard: Wizard }) {
  const state = useWizardState(wizard)
  const { application, position, visits, busy, signingOut, conflict } = state
  const { step } = position
  const screen = screenKey(state)
  const visit = visits[step]
  const steps = useSteps(state)
  const status = useStepStatus(state)
  useFocusOnNewScreen(screen)
  const openStep = useCallback((id: string) => isStepId(id) && wizard.openStep(draftStep(id)), [wizard])
  const isUnconfirmed = useUnconfirmed()
  const leaving = useUploadQuestion(wizard.saveAndSignOut)
  const unassigned = step !== firstStep && application.createdByWealthManagerId === null
  return (
    <WizardLayout
      progress={
        <StepIndicator
          steps={steps}
          current={stepIndex(step)}
          onOpen={openStep}
          percent={progressPercent(step)}
          aside={<SavedLine {...state} />}
        />
      }
      onSaveAndSignOut={leaving.ask}
      signingOut={signingOut}
      menuLink={packLink}
      offline="Your answers are kept in this tab and will be saved when you’re back online. Please leave this page open."
    >
      {isUnconfirmed ? (
        <Suspense>
          <unconfirmedNotice.Part />
        </Suspense>
      ) : null}
      <NotUploadedNotice applicationId={application.id} />
      {unassigned ? <NoManagerNotice /> : null}
      {visit ? <StepScreen key={screen} {...{ step, visit, status, wizard, application }} /> : null}
      <UploadingDialog
        question={leaving}
        description="If you sign out now, the file will be lost. Your answers are saved either way."
        confirmLabel="Sign out anyway"
      />
      {conflict ? (
        <ConflictDialog {...{ conflict }} resolve={wizard.conflict} saving={busy !== null} />
      ) : null}
    </WizardLayout>
  )
})

function useStepStatus({ position: { editingFromReview }, busy }: WizardState): StepStatus {
  const saving = busy === 'next' || busy === 'back' || busy === 'review' ? busy : null
  return useMemo(() => ({ editingFromReview, saving }), [editingFromReview, saving])
}

/** The steps of the progress. Visited ones stay open after a reload. */
function useSteps({ application, visits }: WizardState): Step[] {
  const { id } = application
  const visited = withStoredSteps(tabStorage, id, Object.keys(visits))
  useEffect(() => storeSteps(tabStorage, id, visited), [id, visited])
  return useMemo(() => stepList(application, stepsIn(visited), new Date()), [application, visited])
}

function NoManagerNotice() {
  return (
    <Notice tone="warning" title="No Wealth Manager Assigned" className="mb-8">
      FAIS documents become available once a wealth manager is assigned to you.
    </Notice>
  )
}

/** A screen that restarts with newer answers focuses its heading. */
function useFocusOnNewScreen(screen: string) {
  const last = useRef(screen)
  useEffect(() => {
    const [step] = screen.split('/')
    const again = last.current !== screen && last.current.split('/')[0] === step
    last.current = screen
    if (again) document.querySelector('h1')?.focus()
  }, [screen])
}
