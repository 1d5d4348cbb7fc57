import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Application } from '#domain/api/application.ts'
import { SignOnScreen } from '#client/features/signing/sign-on-screen.tsx'
import { DocumentUploader } from '#client/features/documents/document-uploader.tsx'
import { Button } from '#client/ui/button.tsx'
import { InfoIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { StepButtons } from './step-buttons.tsx'
import type { StepProps } from './step-props.ts'
import { useFaisLetter } from './use-fais-letter.ts'

/** Uploads the signed letter, or shows why that is not possible yet. */
const RETURN_ID = 'signedFais'
const HINT_ID = 'documents-next-hint'

/** The FAIS letter: download, sign, upload (specification section 2, step 7). */
export function DocumentsStep(props: StepProps) {
  const { application, saveAndContinue, saveAndReview } = props
  const uploaded = application.faisDocumentUploaded
  const [pressed, setPressed] = useState(false)
  const showWhatIsMissing = () => {
    setPressed(true)
    document.getElementById(RETURN_ID)?.focus()
  }
  return (
    <>
      <PageHeading
        title="Complete Your FAIS Document"
        lead="By law, every financial adviser must tell you in writing who they are and how they are paid. Signing confirms only that you have received and read it."
      />
      <SignOnScreen application={application} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (uploaded) void saveAndContinue({})
          else showWhatIsMissing()
        }}
      >
        <ol>
          <LetterMove {...{ application }} />
          <Move number={2} title="Sign it">
            <p className="text-pretty">
              Print it, sign it, then scan it or take photos. You can also sign the PDF on your device. Please
              include every page.
            </p>
            <Notice className="mt-4">
              The broker appointment section of the letter needs no signature at this stage.
            </Notice>
          </Move>
          <ReturnMove {...{ application }} asked={pressed && !uploaded} />
        </ol>
        {uploaded ? null : (
          <p id={HINT_ID} className="mt-8 flex items-start gap-2 text-sm text-ink-soft">
            <InfoIcon className="mt-0.5 size-5" />
            You can continue to the review once your signed document is uploaded.
          </p>
        )}
        <StepButtons
          {...props}
          nextLabel="Next: Review Application"
          nextWaitsFor={uploaded ? undefined : HINT_ID}
          onSaveAndReview={() => void saveAndReview({})}
        />
      </form>
    </>
  )
}

/** One of the three numbered steps. */
function Move({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2.5rem_1fr] border-t border-hairline py-6 sm:grid-cols-[3.5rem_1fr]">
      <span aria-hidden="true" className="font-serif text-2xl text-brass">
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="text-xl">{title}</h2>
        <div className="mt-2">{children}</div>
      </div>
    </li>
  )
}

function LetterMove({ application }: { application: Application }) {
  const { downloading, downloadLetter } = useFaisLetter()
  const { faisLetterAvailable, createdByWealthManagerId, wealthManagerName } = application
  const manager = wealthManagerName ?? 'Your wealth manager'
  return (
    <Move number={1} title="Download the letter">
      <p className="text-pretty">{`${wealthManagerName ?? 'Your wealth manager'}’s FAIS disclosure letter (PDF).`}</p>
      <Button
        tone="secondary"
        className="mt-4"
        icon={<Download aria-hidden="true" className="size-5" />}
        pending={downloading}
        pendingLabel="Downloading..."
        onClick={downloadLetter}
      >
        Download FAIS letter
      </Button>
      {createdByWealthManagerId !== null && !faisLetterAvailable ? (
        <Notice
          tone="warning"
          className="mt-4"
        >{`${manager} hasn’t provided the letter yet. Everything you entered is saved. Please come back later, or contact support.`}</Notice>
      ) : null}
    </Move>
  )
}

function ReturnMove({ application, asked }: { application: Application; asked: boolean }) {
  const { faisDocument, faisDocumentUploaded, faisLetterAvailable } = application
  if (!faisLetterAvailable && faisDocument === null) {
    return (
      <Move number={3} title="Upload the signed copy">
        <p id={RETURN_ID} tabIndex={-1} className="text-pretty text-ink-soft">
          There is no letter to sign yet, so there is nothing to upload here. Once the letter is ready, you
          can download it, sign it and send it back.
        </p>
      </Move>
    )
  }
  return (
    <Move number={3} title="Upload the signed copy">
      {faisDocumentUploaded ? (
        <Notice tone="success" live="status" className="mb-4" title="FAIS Document Uploaded Successfully!">
          You can view it below, or replace it with another file.
        </Notice>
      ) : null}
      <DocumentUploader
        kind="signedFais"
        id={RETURN_ID}
        error={asked ? 'Please sign the letter on screen, or upload the signed copy here' : undefined}
        files={faisDocument ? [faisDocument] : []}
        browseLabel={faisDocumentUploaded ? 'Replace the file' : undefined}
      />
    </Move>
  )
}
