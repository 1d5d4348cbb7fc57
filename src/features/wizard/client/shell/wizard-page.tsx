import { lazy, Suspense, useEffect, useState } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { useForgettingTyped } from '#features/due-diligence/client/pack/typed-input.ts'
import { usePack } from '#features/due-diligence/client/pack/use-pack.ts'
import { session } from '#features/access/client/session.ts'
import { detailOf } from '#base/client/lib/api.ts'
import { signedOutElsewhere } from '#base/client/lib/request.ts'
import { tabStorage } from '#base/client/lib/storage.ts'
import { lazyPart } from '#base/client/lib/lazy-part.tsx'
import { DraftWizard } from './draft-wizard.tsx'
import { ApplicationError, ApplicationNotFound, LoadingApplication } from './load-states.tsx'
import { fetchSteps } from './step-components.ts'
import { forgetDrafts } from '../saving/step-draft.ts'
import { useApplication } from '../saving/use-application.ts'

export { fetchSteps }

const CorrectionsPage = lazy(async () => ({
  default: (await import('#features/corrections/client/corrections-page.tsx')).CorrectionsPage,
}))

/** Prefetched on the step before, so that it shows immediately after the submission. */
const home = lazyPart(async () => (await import('../home/home-page.tsx')).HomePage)

/** A client's home: the wizard for a draft, otherwise the status page. */
export function WizardPage() {
  const { data: application, error, isPending, isFetching, refetch } = useApplication()
  const retry = { retrying: isFetching, onRetry: () => void refetch() }
  const justSubmitted = useJustSubmitted(application)
  useForgettingDrafts(application)
  useForgettingTyped(application?.id)
  // Loaded together, so that the home shows what is still needed at once and nothing moves.
  const { isLoading: isPackLoading } = usePack()
  if (application?.correctionRound) {
    return (
      <Suspense fallback={<LoadingApplication />}>
        <CorrectionsPage application={application} round={application.correctionRound} />
      </Suspense>
    )
  }
  if (application?.status === 'draft') return <DraftWizard application={application} />
  if (application && !isPackLoading) {
    return (
      <Suspense fallback={<LoadingApplication />}>
        <home.Part {...{ application, justSubmitted }} status={application.status} />
      </Suspense>
    )
  }
  if (isPending || application) return <LoadingApplication />
  if (error?.status === 404) return <ApplicationNotFound {...retry} />
  return <ApplicationError message={detailOf(error)} {...retry} />
}

/** Whether the application was submitted while this page was open. */
function useJustSubmitted(application: Application | undefined): boolean {
  const [wasDraft, setWasDraft] = useState(false)
  const isDraft = application?.status === 'draft'
  if (isDraft && !wasDraft) setWasDraft(true)
  const isNearTheEnd = isDraft && application.currentStep === 'review'
  useEffect(() => {
    if (isNearTheEnd) void home.preload()
  }, [isNearTheEnd])
  return wasDraft && application?.status === 'submitted'
}

/**
 * Deletes drafts of other applications when this one opens, and all of them when it cannot be edited, or when the
 * client signs out or is signed out as inactive. If the server ends the session they stay for the next sign-in in this
 * tab.
 */
function useForgettingDrafts(application: Application | undefined) {
  const applicationId = application?.id
  const takesAnswers = application?.status === 'draft' || Boolean(application?.correctionRound)
  useEffect(() => {
    if (applicationId === undefined) return
    forgetDrafts(tabStorage, takesAnswers ? applicationId : undefined)
    let expired = false
    const stopListening = signedOutElsewhere.subscribe(() => {
      expired = true
    })
    return () => {
      stopListening()
      const signedOut = session.get().user === null
      if (signedOut && !expired) forgetDrafts(tabStorage)
    }
  }, [applicationId, takesAnswers])
}
