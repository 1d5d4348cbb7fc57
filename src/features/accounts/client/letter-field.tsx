import { acceptedFiles } from '#features/applications/rules/documents/kinds.ts'
import { FileDrop } from '#base/client/ui/file-drop.tsx'
import { UploadRow } from '#base/client/ui/upload-row.tsx'
import type { useLetterUpload } from './letter-upload.ts'

export type LetterFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  name: string
  letter: ReturnType<typeof useLetterUpload>
}

/** Chooses a FAIS document and shows the progress of its upload. */
export function LetterField({ label, hint, error, name, letter }: LetterFieldProps) {
  const { upload, choose, clear, retry } = letter
  return (
    <div>
      <FileDrop
        label={label}
        name={name}
        hint={hint ?? 'PDF, at most 10 MB'}
        error={error}
        accept={acceptedFiles('staffFais')}
        browseLabel={upload.state === 'none' ? 'Choose a file' : 'Choose another file'}
        onFiles={choose}
      />
      {upload.state === 'none' ? null : (
        <ul className="mt-2">
          <UploadRow
            name={upload.file.name}
            size={upload.file.size}
            state={upload.state}
            percent={upload.state === 'uploading' ? upload.percent : 100}
            message={upload.state === 'failed' ? upload.message : undefined}
            onCancel={upload.state === 'checking' ? undefined : clear}
            onRemove={clear}
            onRetry={() => retry(upload.file)}
          />
        </ul>
      )}
    </div>
  )
}
