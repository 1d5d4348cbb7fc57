import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import { SignOnScreen, useIsSignable } from '#features/signing/client/sign-on-screen.tsx'
import { useUploads } from '#features/documents/client/use-uploads.ts'
import { DocumentUploader } from '#features/documents/client/document-uploader.tsx'
import { afterPaint } from '#base/client/ui/after-paint.ts'
import { Button } from '#base/client/ui/button.tsx'
import { InfoIcon } from '#base/client/ui/icons.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { ReturnedLetter } from './returned-letter.tsx'
import { StepButtons } from './step-buttons.tsx'
import { useFolded } from './use-folding.tsx'
import type { StepProps } from './step-props.ts'
import { useFaisLetter } from './use-fais-letter.ts'

/** Uploads the signed letter, or shows why that is not possible yet. */
const RETURN_ID = 'signedFais'
const HINT_ID = 'documents-next-hint'
const PAPER_ID = 'paper-way'

/** The FAIS letter: signed on screen, or downloaded, signed and returned (specification section 2, step 7). */
export function DocumentsStep(props: StepProps) {
  const { application, saveAndContinue, saveAndReview } = props
  const { faisDocument, faisDocumentUploaded: isReturned } = application
  const [pressed, setPressed] = useState(false)
  // Which returned letter is to be replaced by another.
  const [replaced, setReplaced] = useState<string | null>(null)
  const shown = isReturned && faisDocument?.documentId !== replaced ? faisDocument : null
  const { settle, queue } = useUploads('signedFais')
  const paper = useFolded(!pressed && faisDocument === null && queue.items.length === 0, PAPER_ID)
  const closed = useIsSignable(application) && paper.folded
  const form = useFocusOnNext(shown?.documentId)
  const showWhatIsMissing = () => {
    setPressed(true)
    afterPaint(() => document.getElementById(RETURN_ID)?.focus())
  }
  return (
    <>
      <PageHeading
        title="Complete Your FAIS Document"
        lead="By law, every financial adviser must tell you in writing who they are and how they are paid. Signing confirms only that you have received and read it."
      />
      {shown ? (
        <ReturnedLetter
          file={shown}
          uploaderId={RETURN_ID}
          onAgain={() => {
            setReplaced(shown.documentId)
            document.querySelector('h1')?.focus()
          }}
        />
      ) : (
        <SignOnScreen
          application={application}
          onSigned={() => {
            settle('arrived')
            setReplaced(null)
          }}
        >
          {closed ? (
            <Button tone="quiet" className="mt-4 -ml-4" onClick={paper.open}>
              Prefer paper?
            </Button>
          ) : (
            <p className="mt-8 text-ink-soft">Prefer paper? Three steps:</p>
          )}
        </SignOnScreen>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReturned) void saveAndContinue({})
          else showWhatIsMissing()
        }}
      >
        {shown || closed ? null : <PaperWay {...{ application }} asked={pressed && !isReturned} />}
        <p className="mt-6 text-sm text-pretty text-ink-soft">
          The broker appointment section of the letter needs no signature at this stage.
        </p>
        {isReturned ? null : (
          <p id={HINT_ID} className="mt-2 flex items-start gap-2 text-sm text-ink-soft">
            <InfoIcon className="mt-0.5 size-5" />
            You can continue to the review once your signed document is uploaded.
          </p>
        )}
        <StepButtons
          {...props}
          nextLabel="Next: Review Application"
          nextWaitsFor={isReturned ? undefined : HINT_ID}
          onSaveAndReview={() => void saveAndReview({})}
        />
      </form>
    </>
  )
}

/** Focuses Next once a letter is returned, if what was pressed is gone. */
function useFocusOnNext(returned: string | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef(returned)
  useEffect(() => {
    const isNew = returned !== undefined && returned !== before.current
    before.current = returned
    if (isNew && document.activeElement === document.body) {
      form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
    }
  }, [returned])
  return form
}

/** The three numbered steps on paper. */
function PaperWay({ application, asked }: { application: Application; asked: boolean }) {
  return (
    <ol id={PAPER_ID} tabIndex={-1}>
      <LetterMove {...{ application }} />
      <Move number={2} title="Sign it">
        <p className="text-pretty">
          Print it, sign it, then scan it or take photos. You can also sign the PDF on your device. Please
          include every page.
        </p>
      </Move>
      <ReturnMove {...{ application, asked }} />
    </ol>
  )
}

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
