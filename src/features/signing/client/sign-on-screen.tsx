import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactElement } from 'react'
import type { Application } from '#features/applications/api/application.ts'
import type { SignableView } from '#features/signing/api/signing.ts'
import { call, detailOf } from '#base/client/lib/api.ts'
import { fetchCode } from '#base/client/lib/fetch-code.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { request } from '#base/client/lib/request.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { Spinner } from '#base/client/ui/spinner.tsx'
import { SignForm } from './sign-form.tsx'

const ReadablePdf = lazy(async () => ({
  default: (await import('#features/documents/client/reading/readable-pdf.tsx')).ReadablePdf,
}))

const query = queryFor('GET /api/signables/fais-letter')

/** Why the letter must be signed on paper, if that needs saying. */
const texts: Partial<Record<NonNullable<SignableView['unsignable']>, string>> = {
  encrypted:
    'This letter is password-protected, so it can’t be signed on screen. We’ve let your wealth manager know. You can sign it on paper, as described below.',
  unsealable:
    'This letter can’t be signed on screen. We’ve let your wealth manager know. You can sign it on paper, as described below.',
  unreadable: 'The letter is still being checked for viruses. You can sign it here once that’s done.',
  'no-name': 'Please enter your full name under Personal Details first. Then you can sign the letter here.',
}

type SignOnScreenProps = {
  application: Application
  /** Called once the signed letter is part of the application; without it, this says so itself. */
  onSigned?: () => void
  /** Shown below, if the letter can be signed on screen. */
  children?: ReactElement
}

const useSignable = ({ faisLetterAvailable }: Application) =>
  useQuery({ ...query, staleTime: 0, enabled: faisLetterAvailable })

/** Whether the letter can be signed on screen, or that is not known yet. */
export function useIsSignable(application: Application): boolean {
  const { data, isLoading } = useSignable(application)
  return isLoading || (data?.unsignable === null && data.document !== null)
}

/** Reads and signs the FAIS letter on screen; if that is not possible, on paper. */
export function SignOnScreen({ application, onSigned, children }: SignOnScreenProps) {
  const { data: signable } = useSignable(application)
  const [letter, setLetter] = useState<OpenedLetter | null>(null)
  const [signedNow, setSignedNow] = useState(false)
  // The pressed button disappears, so the heading is focused.
  const heading = useRef<HTMLHeadingElement>(null)
  const opening = useOpening((opened) => {
    setLetter(opened)
    setSignedNow(false)
    heading.current?.focus()
  })
  if (signable === undefined) return null
  const reason = signable.unsignable && texts[signable.unsignable]
  if (reason) return <Notice className="mb-8">{reason}</Notice>
  const { document } = signable
  if (signable.unsignable !== null || document === null) return null
  return (
    <section
      aria-labelledby="sign-on-screen"
      className="mb-10 border-t border-hairline pt-6 max-lg:border-0 max-lg:pt-0"
    >
      <h2 ref={heading} tabIndex={-1} id="sign-on-screen" className="text-xl">
        Read and sign it here
      </h2>
      <p className="mt-2 text-pretty">{`No printer needed. Read ${application.wealthManagerName ?? 'your wealth manager'}’s letter, then type your name or sign with your finger. We seal the signed letter so that anyone can check it’s genuine.`}</p>
      {signedNow && letter === null ? (
        <Notice tone="success" live="status" title="Signed" className="mt-4">
          Your signed letter is sealed and saved with your application.
        </Notice>
      ) : null}
      {application.faisDocumentUploaded && letter === null && !signedNow ? (
        <p className="mt-2 text-ink-soft">You’ve already signed. Signing again replaces your earlier copy.</p>
      ) : null}
      {letter === null ? (
        <Button
          className="mt-4"
          tone={application.faisDocumentUploaded ? 'secondary' : 'primary'}
          icon={<BookOpen aria-hidden="true" className="size-5" />}
          pending={opening.isPending}
          pendingLabel="Opening..."
          onClick={() => opening.mutate()}
        >
          Read the letter
        </Button>
      ) : (
        <OpenLetter
          key={letter.openedAt}
          {...{ letter, document }}
          onReadAgain={() => opening.mutate()}
          isOpening={opening.isPending}
        >
          <SignForm
            signable={signable}
            sha256={letter.sha256}
            onSigned={() => {
              setLetter(null)
              if (onSigned) onSigned()
              else {
                setSignedNow(true)
                heading.current?.focus()
              }
            }}
          />
        </OpenLetter>
      )}
      {opening.error ? (
        <Notice tone="danger" live="alert" className="mt-4">
          {detailOf(opening.error)}
        </Notice>
      ) : null}
      {children}
    </section>
  )
}

/** The shown letter and its SHA-256: the signature covers exactly what was shown. */
interface OpenedLetter {
  bytes: ArrayBuffer
  sha256: string
  openedAt: number
}

type OpenLetterProps = {
  letter: OpenedLetter
  document: NonNullable<SignableView['document']>
  onReadAgain: () => void
  isOpening: boolean
  /** The signature form, shown once the letter is on the screen. */
  children: ReactElement
}

/** The letter, and below it what signs it: only once all of it is drawn, and the server has recorded that. */
function OpenLetter({ letter, document, onReadAgain, isOpening, children }: OpenLetterProps) {
  const client = useQueryClient()
  const signature = useRef<HTMLDivElement>(null)
  const displaying = useMutation({
    mutationFn: (drawn: boolean) =>
      call('POST /api/signables/fais-letter/displayed', { body: { sha256: letter.sha256, drawn } }),
    onSuccess: (signable) => client.setQueryData(query.queryKey, signable),
    // The letter may have changed meanwhile.
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  const isCurrent = document.openedAt !== null && document.sha256 === letter.sha256
  const wasDisplayed = isCurrent && displaying.isSuccess && displaying.variables
  // The server forgets it once the user has signed in again.
  const canSign = wasDisplayed && document.displayedAt !== null
  return (
    <div className="mt-4">
      <Suspense fallback={<Spinner label="Opening the letter" />}>
        <ReadablePdf
          bytes={letter.bytes}
          label={`${document.title}, version ${document.version}`}
          action={
            canSign ? (
              <Button tone="secondary" size="small" onClick={() => signature.current?.focus()}>
                Go to signing
              </Button>
            ) : null
          }
          otherwise="We can’t show this letter here, so it can’t be signed on screen. Please download it below, sign it on paper, and upload the signed copy."
          onDrawn={(isDrawn) => {
            if (isCurrent && !displaying.isSuccess) displaying.mutate(isDrawn)
          }}
        />
      </Suspense>
      {isCurrent ? null : (
        <ReadAgain button="Read the new letter" onPress={onReadAgain} pending={isOpening}>
          Your wealth manager has since provided a new letter. Please read it before you sign.
        </ReadAgain>
      )}
      {wasDisplayed && !canSign ? (
        <ReadAgain button="Read the letter again" onPress={onReadAgain} pending={isOpening}>
          You’ve signed in again since you opened this letter. Please read it again before you sign.
        </ReadAgain>
      ) : null}
      {isCurrent && displaying.error && displaying.variables ? (
        <Notice
          tone="danger"
          live="alert"
          className="mt-4"
          action={
            <Button tone="secondary" onClick={() => displaying.mutate(true)}>
              Try again
            </Button>
          }
        >
          {detailOf(displaying.error)}
        </Notice>
      ) : null}
      {canSign ? (
        <div
          ref={signature}
          tabIndex={-1}
          role="group"
          aria-label="Signature"
          className="scroll-mt-24 outline-offset-8"
        >
          {children}
        </div>
      ) : null}
    </div>
  )
}

/** Opens the letter, which is recorded, and determines which version it is. */
function useOpening(show: (letter: OpenedLetter) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const response = await request('/api/fais-document', { method: 'GET' })
      const bytes = await response.arrayBuffer()
      const { sha256Of } = await fetchCode(() => import('./sha256-of.ts'))
      const letter = { bytes, sha256: sha256Of(bytes), openedAt: performance.now() }
      await client.invalidateQueries({ queryKey: query.queryKey })
      return letter
    },
    onSuccess: show,
  })
}

type ReadAgainProps = { button: string; onPress: () => void; pending: boolean; children: string }

function ReadAgain({ button, onPress, pending, children }: ReadAgainProps) {
  return (
    <Notice
      tone="warning"
      live="status"
      className="mt-4"
      action={
        <Button tone="secondary" pending={pending} pendingLabel="Opening..." onClick={onPress}>
          {button}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
