import { documentKinds, type DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { documentOf, subjectLabel } from '#features/applications/rules/round/subjects.ts'
import type { AskedItemView } from '#features/applications/api/asked-round.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { DocumentUploader } from '#features/documents/client/document-uploader.tsx'
import type { ClientKind } from '#features/applications/rules/documents/kinds.ts'
import { useUploads } from '#features/documents/client/use-uploads.ts'
import { SignOnScreen } from '#features/signing/client/sign-on-screen.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { useFaisLetter } from '#features/wizard/client/steps/use-fais-letter.ts'
import { FinishButton } from './finish-button.tsx'
import type { TaskProps } from './task-props.ts'
import { useFinish } from './use-finish.ts'
import { useReply, ReplyField } from './reply-field.tsx'

/** The requested kind of document. */
function kindOf({ subject }: AskedItemView): ClientKind {
  const kind: DocumentKindName = subject.kind === 'document' ? subject.documentKind : 'additional'
  return kind === 'staffFais' ? 'additional' : kind
}

/** Uploads a document that replaces another or is added; or a message instead. */
export function FileTask(props: TaskProps) {
  const { round, item, application } = props
  const kind = kindOf(item)
  const message = useReply(props)
  const { finish, ...finishing } = useFinish(props)
  const { moving } = useUploads(kind, { itemId: item.id })
  const preview = usePreview()
  const { document, file } = item
  return (
    <>
      {document === null ? null : (
        <p className="mb-6">
          <span className="text-ink-soft">You sent: </span>
          <button
            type="button"
            className="text-link py-2.5 text-left wrap-anywhere"
            onClick={() => preview.show(document)}
          >
            {document.name}
          </button>
        </p>
      )}
      {kind === 'signedFais' ? <SignOnScreen application={application} /> : null}
      {kind === 'signedFais' ? <LetterButton /> : null}
      <form
        noValidate
        onChange={finishing.onChange}
        onSubmit={(event) => {
          event.preventDefault()
          finish({ reply: message.reply })
        }}
      >
        <DocumentUploader
          {...{ kind }}
          itemId={item.id}
          label={
            documentOf(item.subject) === null
              ? subjectLabel(item.subject)
              : `Another ${documentKinds[kind].label.toLowerCase()}`
          }
          files={file === null ? [] : [file]}
          browseLabel={file === null ? undefined : 'Replace the file'}
        />
        <div className="mt-8 border-t border-hairline pt-6">
          <ReplyField
            {...message}
            label={round.openedByClient ? 'Add a note' : 'Or tell us why you can’t'}
            hint={
              round.openedByClient
                ? 'Is there anything we should know about it?'
                : 'For example “I have nothing newer because ...”'
            }
            error={finishing.missing}
            optional
          />
        </div>
        <FinishButton {...finishing} isUploading={moving} />
      </form>
      <DocumentPreview preview={preview} />
    </>
  )
}

/** The letter to sign on paper. */
function LetterButton() {
  const { downloading, downloadLetter } = useFaisLetter()
  return (
    <Button
      tone="secondary"
      className="mb-8"
      pending={downloading}
      pendingLabel="Downloading..."
      onClick={downloadLetter}
    >
      Download FAIS letter
    </Button>
  )
}
