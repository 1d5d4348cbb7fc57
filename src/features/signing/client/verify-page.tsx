import { useMutation } from '@tanstack/react-query'
import type { Verdict } from '#features/signing/api/signing.ts'
import { SIGNATURE_BYTES, typeByBytes } from '#features/documents/rules/signatures.ts'
import { formatDateTime } from '#base/rules/time/dates.ts'
import { useBranding } from '#features/brand/client/shell/branding.tsx'
import { PageLayout } from '#features/brand/client/shell/layouts/page-layout.tsx'
import { detailOf } from '#base/client/lib/api.ts'
import { readJson, request } from '#base/client/lib/request.ts'
import { DefinitionList } from '#base/client/ui/definition-list.tsx'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { PageHeading } from '#base/client/ui/page-heading.tsx'
import { stampText } from './stamp-text.ts'

/** Public: checks whether a document was sealed by this firm and is unchanged. */
export function VerifyPage() {
  const { firmName } = useBranding()
  const verifying = useMutation({ mutationFn: verify })
  return (
    <PageLayout>
      <PageHeading
        title="Verify a signed document"
        lead={`Upload a PDF to check that it was signed through ${firmName} and hasn’t been changed. We don’t keep the file.`}
      />
      <FileDrop
        label="Signed document"
        hint="PDF, at most 11 MB"
        name="document"
        accept={{ 'application/pdf': ['.pdf'] }}
        disabled={verifying.isPending}
        onFiles={([file]) => {
          if (file) verifying.mutate(file)
        }}
      />
      <div role="status" className="mt-8">
        {verifying.isPending ? <p>{`Checking ${verifying.variables.name}...`}</p> : null}
        {verifying.data ? <Answer verdict={verifying.data} name={verifying.variables.name} /> : null}
      </div>
      {verifying.error ? (
        <Notice tone="danger" live="alert" className="mt-8">
          {detailOf(verifying.error)}
        </Notice>
      ) : null}
      <p className="mt-10 text-sm text-ink-soft">
        To check independently, open it in a PDF reader that validates signatures, using{' '}
        <a href="/api/seal-certificates" className="text-link">
          our certificates
        </a>
        .
      </p>
    </PageLayout>
  )
}

/** Says that a file is no PDF without sending it. */
async function verify(file: File): Promise<Verdict | 'no-pdf'> {
  const start = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
  if (typeByBytes(start) !== 'application/pdf') return 'no-pdf'
  const response = await request('/api/verify-document', {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: file,
  })
  // The server checks the response against this type.
  return (await readJson(response)) as Verdict
}

function Answer({ verdict, name }: { verdict: Verdict | 'no-pdf'; name: string }) {
  const { firmName } = useBranding()
  if (verdict === 'no-pdf') {
    return (
      <Notice tone="warning" title="Not a PDF">
        {`${name} is not a PDF, so it can’t carry our seal. Please choose the PDF that was signed.`}
      </Notice>
    )
  }
  const { is, signature } = verdict
  if (is === 'foreign') {
    return (
      <Notice
        tone="warning"
        title={`Not sealed by ${firmName}`}
      >{`${name} doesn’t carry our seal. Printing, scanning or re-saving a document removes it, so ask for the original file.`}</Notice>
    )
  }
  if (is === 'changed') {
    return (
      <Notice
        tone="danger"
        title="Changed since it was sealed"
      >{`${firmName} sealed this document, but ${name} has been changed since. Don’t rely on it.`}</Notice>
    )
  }
  return (
    <Notice tone="success" title={`Sealed by ${firmName}, and unchanged`}>
      {signature === null ? (
        'We no longer hold the records of this signature.'
      ) : (
        <DefinitionList
          rows={[
            { label: 'Document', value: `${signature.title}, version ${signature.version}` },
            { label: 'Signed by', value: signature.initials },
            {
              label: 'Signed',
              value: `${formatDateTime(new Date(signature.signedAt))}, ${stampText(signature)}`,
            },
          ]}
        />
      )}
    </Notice>
  )
}
