import type { UploadedFile } from '#features/applications/api/uploaded-file.ts'
import type { DocumentKindName } from '#features/applications/rules/documents/kinds.ts'
import { Button } from '#base/client/ui/button.tsx'
import { Notice } from '#base/client/ui/notice.tsx'
import { filesLabel } from './document-files.ts'

type SameFilesProps = {
  kind: DocumentKindName
  files: readonly UploadedFile[]
  /** Removes a file; undefined if not possible. */
  onRemove?: ((file: UploadedFile) => void) | undefined
}

/** Warns about duplicate files: each counts until it is removed. Read out when it appears. */
export function SameFiles({ kind, files, onRemove }: SameFilesProps) {
  return (
    <div role="status">
      {files.map((file) =>
        file.sameAs === undefined ? null : (
          <Notice
            key={file.documentId}
            tone="warning"
            className="mt-3"
            title="The same file twice?"
            action={
              onRemove && (
                <Button tone="secondary" size="small" onClick={() => onRemove(file)}>
                  Remove the second file
                </Button>
              )
            }
          >
            <span className="wrap-anywhere">{sentence(kind, file.name, file.sameAs)}</span>
          </Notice>
        ),
      )}
    </div>
  )
}

/** Both may be right, so the client decides. */
function sentence(
  kind: DocumentKindName,
  name: string,
  earlier: NonNullable<UploadedFile['sameAs']>,
): string {
  const where = earlier.kind === kind ? '' : `, under ${filesLabel(earlier.kind)}`
  const first = earlier.name === name ? `the one you uploaded earlier${where}` : `“${earlier.name}”${where}`
  return `“${name}” is the same file as ${first}. If you meant to upload it twice, leave it.`
}
