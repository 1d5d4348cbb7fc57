import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import type { SignatureView } from '#features/signing/api/signing.ts'
import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { DocumentPreview, usePreview } from '#features/documents/client/document-preview.tsx'
import { DocumentUploader } from '#features/documents/client/document-uploader.tsx'
import { DownloadButton } from '#features/documents/client/download-button.tsx'
import { Button } from '#base/client/ui/button.tsx'
import { CheckIcon } from '#base/client/ui/icons.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { FormSkeleton } from '#base/client/ui/skeleton.tsx'

type ReturnedLetterProps = {
  file: UploadedFile
  /** The id of the uploader. */
  uploaderId: string
  onAgain: () => void
}

/** The letter that the client has signed: on screen, or on paper and uploaded. */
export function ReturnedLetter({ file, uploaderId, onAgain }: ReturnedLetterProps) {
  const { documentId: id } = file
  const { data, isPending } = useQuery(queryFor('GET /api/documents/{id}/signature', { params: { id } }))
  if (isPending) return <FormSkeleton label="Loading..." />
  if (data?.signature) return <SignedPanel signature={data.signature} {...{ file, onAgain }} />
  return (
    <>
      <Notice
        tone="success"
        live="status"
        className="mb-6"
        title="FAIS Document Uploaded Successfully!"
        action={
          <Button tone="secondary" size="small" onClick={onAgain}>
            Sign another way
          </Button>
        }
      >
        {`Received on ${formatDateTime(new Date(file.uploadDate))}. You can view it below, or replace it with another file.`}
      </Notice>
      <DocumentUploader kind="signedFais" id={uploaderId} files={[file]} browseLabel="Replace the file" />
    </>
  )
}

type SignedPanelProps = Omit<ReturnedLetterProps, 'uploaderId'> & { signature: SignatureView }

function SignedPanel({ file, signature, onAgain }: SignedPanelProps) {
  const preview = usePreview()
  const { signedAt, version } = signature
  return (
    <section
      aria-labelledby="signed-letter"
      className="flex gap-3 border-l-[3px] border-success bg-success-wash px-4 py-4"
    >
      <CheckIcon className="mt-0.5 size-6 text-success" />
      <div className="min-w-0 grow">
        <h2 id="signed-letter" className="text-xl">
          Signed on <span className="inline-block">{formatDateTime(new Date(signedAt))}</span>
        </h2>
        <p className="mt-1 text-pretty">
          {`Version ${version} of the letter, signed electronically. It’s sealed and saved with your application.`}
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            tone="secondary"
            size="small"
            icon={<Eye aria-hidden="true" className="size-4" />}
            onClick={() => preview.show(file)}
          >
            View
          </Button>
          <DownloadButton from={file.url} name={file.name}>
            Download
          </DownloadButton>
          <Button tone="quiet" size="small" className="max-sm:-ml-4" onClick={onAgain}>
            Sign again
          </Button>
        </div>
      </div>
      <DocumentPreview preview={preview} />
    </section>
  )
}
