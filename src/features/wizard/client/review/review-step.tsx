import { use, useState } from 'react'
import { confirmationNames } from '#features/applications/rules/wizard/confirmations.ts'
import { stopUploads } from '#features/documents/client/upload-runners.ts'
import { UploadingDialog, useUploadQuestion } from '#features/documents/client/uploading-dialog.tsx'
import { useUnconfirmed } from '#features/sign-in/client/use-unconfirmed.ts'
import { Button } from '#base/client/ui/button.tsx'
import { InfoIcon } from '#base/client/ui/icons.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { manageId } from './documents-section.tsx'
import { MissingAnswers } from './missing-answers.tsx'
import { ReviewParts } from './review-parts.tsx'
import { confirmationId, TermsSection } from './terms-section.tsx'
import { useConfirmations } from './use-confirmations.ts'
import { useSubmission } from './use-submission.ts'
import { StepStatus, type StepProps } from '../steps/step-props.ts'

/** All answers, the three statements, and the submission (specification section 2, step 8). */
export function ReviewStep({ application, goBack, editStep }: StepProps) {
  const { saving } = use(StepStatus)
  const { ticked, tick, allSaved } = useConfirmations(application)
  const { submitting, missing, attempt, submit } = useSubmission(allSaved)
  const leavingFiles = useUploadQuestion(() => {
    stopUploads()
    submit()
  })
  const isUnconfirmed = useUnconfirmed()
  const waitsFor = whatIsOpen({
    isUnconfirmed,
    confirmed: confirmationNames.every((name) => ticked[name]),
    faisUploaded: application.faisDocumentUploaded,
  })
  const [pressed, setPressed] = useState(false)
  const unticked = confirmationNames.find((name) => !ticked[name])
  const showWhatIsOpen = () => {
    setPressed(true)
    if (application.faisDocumentUploaded && !unticked) return
    const id =
      application.faisDocumentUploaded && unticked ? confirmationId(unticked) : manageId('signedFais')
    document.getElementById(id)?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (waitsFor === null) leavingFiles.ask()
        else showWhatIsOpen()
      }}
    >
      <PageHeading
        title="Review Your Application"
        lead="Please check everything before you submit. You can still change any answer."
      />
      <MissingAnswers {...{ missing, attempt, application, editStep }} />
      <ReviewParts {...{ application, editStep }} missingShown={missing.length > 0}>
        <TermsSection {...{ ticked, tick }} disabled={submitting} asked={pressed} />
      </ReviewParts>
      <UploadingDialog
        question={leavingFiles}
        description="If you submit now, it won’t be part of your application, and you can’t add it later."
        confirmLabel="Submit without it"
      />
      <SubmitButtons {...{ waitsFor, saving, submitting, goBack }} pressed={pressed} />
    </form>
  )
}

type SubmitButtonsProps = Pick<StepProps, 'goBack'> & {
  /** Why the application cannot be submitted yet. */
  waitsFor: string | null
  /** Submit was pressed nevertheless. */
  pressed: boolean
  saving: StepStatus['saving']
  submitting: boolean
}

function SubmitButtons({ waitsFor, pressed, saving, submitting, goBack }: SubmitButtonsProps) {
  return (
    <>
      {waitsFor === null ? null : (
        <p
          id="submit-hint"
          role={pressed ? 'alert' : undefined}
          className="mt-4 flex items-start gap-2 text-sm text-ink-soft"
        >
          <InfoIcon className="mt-0.5 size-5" />
          <span>{waitsFor}</span>
        </p>
      )}
      <div className="mt-6 flex flex-col-reverse gap-3 border-t border-hairline pt-6 sm:flex-row sm:items-center">
        <Button
          tone="secondary"
          pending={saving === 'back'}
          pendingLabel="Saving..."
          disabled={submitting}
          onClick={goBack}
          className="sm:mr-auto"
        >
          Back
        </Button>
        <Button
          type="submit"
          pending={submitting}
          pendingLabel="Submitting..."
          disabled={saving !== null}
          {...(waitsFor !== null && { 'aria-disabled': true, 'aria-describedby': 'submit-hint' })}
        >
          Submit Application
        </Button>
      </div>
    </>
  )
}

/** Why the application cannot be submitted yet, or null where it can (specification section 5). */
function whatIsOpen({
  isUnconfirmed,
  confirmed,
  faisUploaded,
}: {
  isUnconfirmed: boolean
  confirmed: boolean
  faisUploaded: boolean
}): string | null {
  if (!faisUploaded)
    return 'You can submit once your signed FAIS document is uploaded and all three statements are confirmed.'
  if (!confirmed) return 'You can submit once all three statements are confirmed.'
  return isUnconfirmed
    ? 'You can submit once your email address is confirmed: please see the top of this page.'
    : null
}
